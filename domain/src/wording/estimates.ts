/** The estimate on a survey button, once enough of the partner's surveys were completed. */
export const estimateHint = (from: number, to: number, minutes: number): string =>
  `usually R${from}${from === to ? '' : `–R${to}`}, about ${minutes} minute${minutes === 1 ? '' : 's'}`;
