/** What the implementation of an operation receives and returns. The domain defines the operations. */
import type { InputError, InputValues, Operation } from '@panel/domain/console/operation';
import type { Role } from '@panel/domain/console/pages';
import type { FactValue } from '@panel/domain/console/today-page';
import type { Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';

/** Why a request is refused, with its HTTP status. */
export const REFUSALS = {
  'invalid-inputs': 400,
  'signed-out': 401,
  'not-your-role': 403,
  'fresh-sign-in-needed': 401,
  'not-from-here': 403,
  'duplicate-proposal': 409,
  'facts-changed': 409,
  refused: 409,
} as const;

type RefusalDetails = {
  readonly errors?: readonly InputError[];
  /** The open proposal that decides the same thing. */
  readonly proposal?: string;
};

/** Refuses an operator's request with a sentence for them; the stack isn't shown. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly code: keyof typeof REFUSALS;
  readonly details: RefusalDetails;
  constructor(message: string, code: keyof typeof REFUSALS = 'refused', details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** For `.catch`: returns null for a refusal and rethrows any other error. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof OperatorError) return null;
  throw error;
}

/** As the identity provider names them. */
export type Operator = {
  readonly subject: string;
  readonly account: string;
  /** Null if a name was given on the command line. */
  readonly role: Role | null;
  /** The hash of the sign-in's token. Missing if a name was given or another person approves. */
  readonly session?: Buffer;
};
export type SignedInOperator = Operator & { readonly role: Role };
export const isSignedIn = (operator: Operator): operator is SignedInOperator => operator.role !== null;

export type Action = {
  readonly tx: Tx;
  readonly operator: Operator;
  /** The operation's inputs. `panelist` is the panelist's id. */
  readonly values: InputValues;
  readonly at: Date;
};
/** `Needs` is what the operation needs of the process. */
export type OperationRun<Needs = Dependencies> = Action & { readonly deps: Needs };

/** What an approver decides on. The approval is refused if any of it has changed since the proposal. */
export type ProposalFacts = {
  /** Never a did or a name. */
  readonly subject: string | null;
  readonly amount: number | null;
  readonly facts: readonly { readonly label: string; readonly value: FactValue }[];
};

export type Done = {
  readonly message: string;
  /** For the audit log. Never a did or a name. */
  readonly subject?: string;
  /** For the audit log, if the operation asks for no reason. */
  readonly reason?: string;
  /** Sent to the console, or printed by the command, together with the message. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly file?: { readonly name: string; readonly content: string };
  /** The rest of the work, in later transactions, after the first one commits. */
  readonly afterCommit?: (progress: (done: number, total: number) => void) => Promise<AfterCommitResult>;
};
/** `isAlarming` if an operator has to look into the result. */
export type AfterCommitResult = {
  readonly lines: readonly string[];
  /** The line that the console adds to its message: if there is a page, it doesn't show the lines. */
  readonly message?: string;
  readonly isAlarming?: boolean;
  /** The address of the console's page that shows the result. */
  readonly page?: string;
};

export type Implementation<Needs = Dependencies> = {
  /** For an operation that is proposed and approved. It refuses what can't be done. */
  facts?(run: OperationRun<Needs>): Promise<ProposalFacts>;
  perform(run: OperationRun<Needs>): Promise<Done>;
};

/** The functions of all operations, with the dependencies that they need. */
export type Operations = {
  facts(operation: Operation, action: Action): Promise<ProposalFacts>;
  perform(operation: Operation, action: Action): Promise<Done>;
};

/** The value of an input that the operation demands. */
export const inputOf = ({ values }: Pick<Action, 'values'>, name: string): string => values[name] ?? '';
