/** What the function of an operation is given and answers. The operation itself is defined in the domain. */
import type { InputValues, Operation } from '@panel/domain/console/operation';
import type { Role } from '@panel/domain/console/pages';
import type { FactValue } from '@panel/domain/console/today-page';
import type { Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';

/** Why an operator's call is refused: a sentence for them, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** For a promise that may be refused: null where it is, and whatever else fails is thrown on. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof OperatorError) return null;
  throw error;
}

/** Who does it, as the identity provider names them. */
export type Operator = {
  readonly subject: string;
  readonly account: string;
  readonly role: Role;
  /** The sign-in that it is done by, as the hash of its token; none where a name is given, or another person approves. */
  readonly session?: Buffer;
};

export type Action = {
  readonly tx: Tx;
  readonly operator: Operator;
  /** The operation's inputs. `panelist` is the panelist's id. */
  readonly values: InputValues;
  readonly at: Date;
};
/** `Needs` is what the operation needs of the process. */
export type Run<Needs = Dependencies> = Action & { readonly deps: Needs };

/** What an approver decides by. An approval is refused where any of it has changed since it was proposed. */
export type Facts = {
  /** What it is done to: never a did or a name. */
  readonly subject: string | null;
  readonly amount: number | null;
  readonly facts: readonly { readonly label: string; readonly value: FactValue }[];
};

export type Done = {
  readonly message: string;
  /** What it was done to, for the audit: never a did or a name. */
  readonly subject?: string;
  /** For the audit, where no reason is asked for. */
  readonly reason?: string;
  /** What the command prints instead of the message. */
  readonly lines?: readonly string[];
  /** What the console is answered beside the message. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly file?: { readonly name: string; readonly content: string };
  /** The rest of the work, in transactions of its own, once what is done so far is stored. */
  readonly afterCommit?: (progress: (done: number, total: number) => void) => Promise<AfterCommitResult>;
};
/** `isAlarming` where a person has to look into what was found. */
export type AfterCommitResult = { readonly lines: readonly string[]; readonly isAlarming?: boolean };

export type Implementation<Needs = Dependencies> = {
  /** For an operation that is proposed and approved. It refuses what can't be done. */
  facts?(run: Run<Needs>): Promise<Facts>;
  perform(run: Run<Needs>): Promise<Done>;
};

/** The functions of all operations, with the dependencies that they need. */
export type Operations = {
  facts(operation: Operation, action: Action): Promise<Facts>;
  perform(operation: Operation, action: Action): Promise<Done>;
};

/** The value of an input that the operation demands. */
export const inputOf = ({ values }: Pick<Action, 'values'>, name: string): string => values[name] ?? '';
