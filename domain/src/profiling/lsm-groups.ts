/** The groups of the Living Standards Measure. Panelists are counted and selected by them as by a question with one answer. */
export const LSM = {
  id: 'lsm',
  label: 'LSM',
  kind: 'one',
  options: Array.from({ length: 10 }, (_, index) => String(index + 1)).map((group) => ({ code: group, label: group })),
} as const;
