import { httpStatusMessage } from '@panel/domain/wording';
import { CallFailed, NO_CONNECTION, statusOf } from '../shell/api.ts';
import type { Failure } from './form-state.ts';

/** Where a refusal's own words go: in place of the message for its status, or beneath it. */
export type DetailPlace = 'instead' | 'beneath';

const REFUSED = 400;

/** What a form says about a call that failed. Only a refused payload's detail is meant for the panelist. */
export function failureOf(thrown: unknown, brand: string, detailPlace: DetailPlace): Failure {
  const status = statusOf(thrown);
  const detail = thrown instanceof CallFailed && status === REFUSED ? thrown.detail : undefined;
  const message = httpStatusMessage(brand, status);
  if (detail && detailPlace === 'instead') return { message: detail };
  return { message, detail, isOffline: status === NO_CONNECTION };
}
