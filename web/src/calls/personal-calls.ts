import type { PersonalCall } from '@panel/domain/page';
import { screens } from '@panel/domain/paths';
import { sessionInPath, withoutSlash } from '../routing/location.ts';

const PERSONAL_CALLS: { readonly [path: string]: readonly PersonalCall[] } = {
  [screens.home]: ['registrationCheck'],
  [screens.surveys]: ['surveys'],
  [screens.balance]: ['registrationCheck', 'history'],
  [screens.withdraw]: ['registrationCheck'],
  [screens.optOut]: ['preference'],
  [screens.deleteProfile]: ['registrationCheck'],
  [screens.yourData]: ['yourData'],
};
/** The calls whose responses come with the page of a path. */
export const personalCallsAt = (path: string): readonly PersonalCall[] =>
  PERSONAL_CALLS[withoutSlash(path)] ?? (sessionInPath(path) === null ? [] : ['history']);
