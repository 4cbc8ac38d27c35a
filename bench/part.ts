import type { CalmRounds } from './calm.ts';

export type Context = {
  /** Tiny counts, which prove that a part works and nothing about speed. */
  readonly quick: boolean;
  readonly rounds: CalmRounds;
  /** Says on the terminal what is being done. */
  progress(text: string): void;
  /** Chooses between the count of a real run and that of a quick one. */
  count(real: number, quick: number): number;
  /** Says of a figure whether it is allowed: after one that is not, the bench ends with code 1. */
  allow(figure: string, isAllowed: boolean): void;
};

/** One part of the bench. `run` returns the text of its section. */
export type Part = { readonly title: string; run(context: Context): Promise<string> };
