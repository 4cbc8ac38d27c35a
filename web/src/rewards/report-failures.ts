import { REPORT } from '@panel/domain/wording/report';
import { CallFailed, NOT_FOUND } from '../calls/api.ts';

export const NOT_REPORTABLE = 409;
const TOO_MANY_REQUESTS = 429;
/** Sending these again doesn't help, and the server says why. */
const EXPLAINED = [NOT_FOUND, NOT_REPORTABLE, TOO_MANY_REQUESTS];

export const messageOf = (thrown: unknown): string =>
  (thrown instanceof CallFailed && EXPLAINED.includes(thrown.status) && thrown.detail) || REPORT.failed;
