/** Corrections by hand: events that an operator or a partner's statement adds to those that the partner sent. */
export const BY_HAND_CODES = ['operator', 'statement'] as const;
type ByHandCode = (typeof BY_HAND_CODES)[number];

/** Whether an event with this code is a correction by hand. */
export const isByHand = (rawCode: string | null | undefined): rawCode is ByHandCode =>
  BY_HAND_CODES.some((code) => code === rawCode);
