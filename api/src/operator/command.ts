import type { AppDependencies } from '../dependencies.ts';

/** An operator's own mistake: a sentence for them, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

export type Context = {
  readonly deps: AppDependencies;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  print(line: string): void;
  /** Asks for what must not stand in a command line, which shells and npm keep. */
  prompt(question: string): Promise<string>;
  progress(done: number, total: number): void;
};

export type Option = readonly [flags: string, description: string];

/** One subcommand of `npm run panel`, such as 'payouts resolve'. */
export type Subcommand = {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly Option[];
  run(context: Context): Promise<void>;
};

/** Every command that changes something, or shows something about a person, says who used it. */
export const AS: Option = ['--as <name>', 'your name, for the audit'];
export const SECOND: Option = ['--second <name>', 'the second approver’s name'];
export const REASON: Option = ['--reason <text>', 'why, for the audit'];

/** The text of an option that the command can't do without. */
export function requireOption({ options }: Context, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value.trim() === '') throw new OperatorError(`--${name} is needed.`);
  return value.trim();
}

/** Money is decided by two people. */
export function secondApprover(context: Context): string {
  const second = requireOption(context, 'second');
  if (second === requireOption(context, 'as'))
    throw new OperatorError('Two people decide about money: --second is somebody else.');
  return second;
}
