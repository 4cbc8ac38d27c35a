/** A whole number in groups of three: 48 213. */
export const groupedNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
