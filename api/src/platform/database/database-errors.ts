/** What a database error means: whether to retry the statement, and whether the connection can still be used. */
import { ConnectionFailed, ServerSilent } from './server-probe.ts';

/** The time for a call has run out. Whether anything was stored is unknown. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
}

/** Conflicts and restarts after which the statement may be retried. Class 08 is a lost connection. */
const PASSING = new Set([
  '40001',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
export const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionFailed || PASSING.has(codeOf(error)) || codeOf(error).startsWith('08') || isLost(error);
/** Whether the connection can't be used any more. The second text is what pg says of one that was lost between two statements. */
export const isLost = (error: unknown): boolean =>
  error instanceof ServerSilent ||
  error instanceof DeadlineExceeded ||
  (error instanceof Error && /Connection terminated|is not queryable/.test(error.message));
