import { screens } from '@panel/domain/paths';
import { COMMON } from '@panel/domain/wording';
import { type ButtonTone, buttonClass } from '@panel/ui/Button';
import { store } from '@panel/ui/store';
import { NOT_FOUND, statusOf } from '../calls/api.ts';
import { Link } from '../routing/router.tsx';

/** Whether a call failed because this device id isn't registered. */
export const isUnregistered = (failure: unknown): boolean => statusOf(failure) === NOT_FOUND;

/** Whether the last deletion failed for that reason: its result page offers to sign up. */
export const deletionFoundNobody = store(false);

export const SignUpLink = ({ tone }: { tone?: ButtonTone }) => (
  <Link className={buttonClass(tone)} to={screens.apply}>
    {COMMON.signUp}
  </Link>
);
