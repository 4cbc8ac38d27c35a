import { type Cents, formatRand } from '../rewards/money.ts';

/** Why a reward isn't what the list of surveys showed. The server sends the sentence. */
export const otherThanShown = (shown: Cents, paid: Cents): string =>
  `The list showed ${formatRand(shown)}; the partner paid ${paid < shown ? 'less' : 'more'}.`;
