import type { CalmRounds } from './calm.ts';

export type Context = {
  /** Tiny counts, which show that a part works but nothing about speed. */
  readonly quick: boolean;
  readonly rounds: CalmRounds;
  /** Prints what is being done. */
  progress(text: string): void;
  /** Chooses between the count of a real run and that of a quick one. */
  count(real: number, quick: number): number;
  /** Records whether a figure meets its target. If one doesn't, the bench exits with code 1. */
  allow(figure: string, isMet: boolean): void;
};

/** One part of the bench. `run` returns the text of its section. */
export type Part = { readonly title: string; run(context: Context): Promise<string> };
