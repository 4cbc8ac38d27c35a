/** A number with its noun: 1 session, 2 sessions. */
export const countText = (value: number, one: string, many = `${one}s`, text = String(value)): string =>
  `${text} ${value === 1 ? one : many}`;
