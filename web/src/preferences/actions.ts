/** What the switch does without script. Only the server's build has it. */
import { api, screens } from '@panel/domain/paths';
import { encodePreference } from '@panel/domain/preferences/preferences';
import { OPT_OUT } from '@panel/domain/wording';
import { type PostedForms, type ScreenAction, succeeded, success } from '../without-script/posted-form.ts';
import { RECEIVE_FIELD, SAVE_FIELD } from './OptOutScreen.tsx';

const setPreference: ScreenAction = (did, fields) =>
  fields[SAVE_FIELD] === undefined
    ? { redirect: screens.optOut }
    : {
        call: { method: 'PUT', path: api.preference(did), body: encodePreference(fields[RECEIVE_FIELD] !== undefined) },
        after(response) {
          if (!succeeded(response)) return { redirect: screens.optOut, notice: `status-${response.status}` };
          return { redirect: screens.optOut, notice: response.body === true ? 'opted-in' : 'opted-out' };
        },
      };

export const preferenceForms: PostedForms = {
  actions: { [screens.optOut]: setPreference },
  notices: {
    'opted-in': () => success(OPT_OUT.turnedIn),
    'opted-out': () => success(OPT_OUT.turnedOut),
  },
};
