import type { ParseArgsConfig } from 'node:util';
import type { Dependencies } from '../dependencies.ts';
import { sql, type Tx } from '../platform/database.ts';

/** An operator's own mistake: a sentence for them, and no stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

export type Context = {
  readonly deps: Dependencies;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
  say(line: string): void;
  /** For what must not stand in a command. */
  ask(question: string): Promise<string>;
  /** For what takes long: how far it is. */
  progress(done: number, of: number): void;
};

export type Command = {
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsConfig['options'];
  run(context: Context): Promise<void>;
};

/** A text that the command can't do without. */
export function wanted({ values }: Context, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value.trim() === '') throw new OperatorError(`--${name} is needed.`);
  return value.trim();
}

/** Money is decided by two people. */
export function secondName(context: Context): string {
  const second = wanted(context, 'second');
  if (second === wanted(context, 'as'))
    throw new OperatorError('Two people decide about money: --second is somebody else.');
  return second;
}

/** Writes down who did what to what, in the transaction that does it. */
export const audit = (
  tx: Tx,
  context: Context,
  entry: { command: string; subject?: string; reason?: string; second?: string },
) =>
  tx.many(sql`
    insert into audit (at, actor, second_actor, command, subject, reason)
    values (${context.deps.clock.now()}, ${wanted(context, 'as')}, ${entry.second ?? null}, ${entry.command},
      ${entry.subject ?? null}, ${entry.reason ?? null})`);

/** Options of every command that changes or shows something about a person or money. */
export const SIGNED = { as: { type: 'string' } } as const;
