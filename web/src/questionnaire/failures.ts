import { api } from '@panel/domain/paths';
import { httpStatusMessage } from '@panel/domain/wording';
import { CallFailed, NO_CONNECTION, NOT_FOUND, statusOf } from '../calls/api.ts';
import type { FormConfig } from './form-config.ts';
import type { FormFailure } from './form-state.ts';

const BAD_REQUEST = 400;
const ALREADY_A_MEMBER = 409;

/** The message for a failed submission. Only the detail of a 400 is written for the panelist. */
export function failureOf(thrown: unknown, brand: string, { isProfiling, send }: FormConfig): FormFailure {
  const status = statusOf(thrown);
  const detail = thrown instanceof CallFailed && status === BAD_REQUEST ? thrown.detail : undefined;
  const message = httpStatusMessage(brand, status);
  if (detail && isProfiling) return { message: detail };
  const isSignUp = send.path === api.register;
  // The sign-up itself gets a 404 for a number that the super-app doesn't know.
  const isUnregistered = status === NOT_FOUND && !isSignUp;
  const isMember = status === ALREADY_A_MEMBER && isSignUp;
  return { message, detail, isOffline: status === NO_CONNECTION, isUnregistered, isMember };
}
