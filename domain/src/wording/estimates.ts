/** What a survey button says once enough surveys of its partner were completed. */
export const estimateHint = (from: number, to: number, minutes: number): string =>
  `usually R${from}${from === to ? '' : `–R${to}`}, about ${minutes} minute${minutes === 1 ? '' : 's'}`;
