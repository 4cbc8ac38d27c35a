/** Inputs that several operations ask for. */
export const REASON = {
  name: 'reason',
  kind: 'long-text',
  label: 'Reason (for the audit log)',
  maxLength: 500,
} as const;
/** Asked after a file was refused because it differs too much from our records. */
export const ANYWAY = {
  name: 'anyway',
  kind: 'choice',
  label: 'Check this file',
  options: [{ code: 'yes', label: 'Upload it anyway' }],
  isOptional: true,
  isAskedOnRefusal: true,
} as const;
export const PANELIST = { name: 'panelist', kind: 'panelist', label: 'Panelist' } as const;
export const ID_PATTERN = { source: '[0-9a-f-]{36}', fault: 'Enter an id.' } as const;
export const EVENT = {
  name: 'event',
  kind: 'text',
  label: 'Event',
  hint: 'As shown in the list of withheld rewards or the log.',
  maxLength: 18,
  pattern: { source: '\\d{1,18}', fault: 'Enter a number.' },
} as const;
