/** What is defined of each survey partner. How it is called is up to its adapter in the api. */

/** What the app shows and asks for. */
export type PartnerButton = {
  readonly title: string;
  readonly hint: string;
  /** What it says if the link to a survey can't be fetched. */
  readonly failure: string;
  /** More for a partner whose surveys tend to pay more. */
  readonly coins: 1 | 2 | 3;
  /** Where the app asks for a link to a survey. The app appends '/' and the did. */
  readonly entryPath: string;
  /** The field of the registration check that says whether there are surveys. */
  readonly linkField: string;
};

/** What was agreed with it. Phones don't load this. */
export type PartnerContract = {
  /** Its name in the console. */
  readonly name: string;
  /** How long it may reverse completions of a month, in South African days. */
  readonly reversals: { readonly untilDayOfNextMonth: number } | { readonly daysAfterMonth: number };
  /** Whether it signs the browser's return. If it does, a return without a signature is forged, and isn't recorded. */
  readonly signsReturns: boolean;
  /** Whether it reports every end to the server, signed. If not, it signs completions only, and tells its other ends to the browser. */
  readonly signsEnds: boolean;
};
