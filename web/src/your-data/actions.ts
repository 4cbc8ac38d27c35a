/** What the forms of Your data do without script. Only the server's build has it. */
import type { FormAction, FormResult, PageResponse } from '@panel/domain/page';
import { encodeCode } from '@panel/domain/panelists/data-lock';
import { CHOICES, type DataLock, encodeConsent, unlockOutcome } from '@panel/domain/panelists/your-data';
import { api, screens } from '@panel/domain/paths';
import { encodePreference } from '@panel/domain/preferences/preferences';
import { YOUR_DATA } from '@panel/domain/wording/your-data';
import {
  BAD_REQUEST,
  error,
  type PostedForms,
  type ScreenAction,
  succeeded,
  success,
} from '../without-script/posted-form.ts';
import { ACT_FIELD, CHOOSE_FIELD, CODE_FIELD, LOCK, ON_SUFFIX, SEND_CODE } from './fields.ts';

const toYourData = (notice: string): FormResult => ({ redirect: screens.yourData, notice });

/** The body of a successful call of the lock. */
const lockIn = ({ body }: PageResponse): DataLock => body as DataLock;

const sendCode = (did: string): FormAction => ({
  call: { method: 'POST', path: api.dataCode(did) },
  after(response) {
    if (!succeeded(response)) return toYourData('code-not-sent');
    return toYourData(lockIn(response).codeUntil === null ? 'data-waiting' : 'code-sent');
  },
});

const lockAgain = (did: string): FormAction => ({
  call: { method: 'DELETE', path: api.dataUnlock(did) },
  after: (response) => toYourData(succeeded(response) ? 'data-locked' : 'data-not-locked'),
});

const enterCode = (did: string, typed: string): FormAction => ({
  call: { method: 'POST', path: api.dataUnlock(did), body: encodeCode(typed) },
  after(response) {
    if (succeeded(response)) return toYourData(`data-${unlockOutcome(lockIn(response))}`);
    return toYourData(response.status === BAD_REQUEST ? 'data-invalid' : 'data-failed');
  },
});

/** 'marketing on' */
function chooseConsent(did: string, chosen: string): FormAction {
  const choice = CHOICES.find((one) => chosen.startsWith(`${one} `));
  if (!choice) return { redirect: screens.yourData };
  const isOn = chosen.endsWith(ON_SUFFIX);
  return {
    call:
      choice === 'research'
        ? { method: 'PUT', path: api.preference(did), body: encodePreference(isOn) }
        : { method: 'PUT', path: api.consent(did), body: encodeConsent(choice, isOn) },
    after: (response) => toYourData(succeeded(response) ? 'chosen' : 'not-chosen'),
  };
}

const changeYourData: ScreenAction = (did, fields) => {
  const [code] = fields[CODE_FIELD] ?? [];
  const [chosen] = fields[CHOOSE_FIELD] ?? [];
  if (code !== undefined) return enterCode(did, code);
  if (chosen !== undefined) return chooseConsent(did, chosen);
  const [act] = fields[ACT_FIELD] ?? [];
  if (act === SEND_CODE) return sendCode(did);
  return act === LOCK ? lockAgain(did) : { redirect: screens.yourData };
};

export const yourDataForms: PostedForms = {
  actions: { [screens.yourData]: changeYourData },
  notices: {
    'code-sent': () => success(YOUR_DATA.codeSent),
    'code-not-sent': () => error(YOUR_DATA.notSent),
    'data-unlocked': () => success(YOUR_DATA.unlocked),
    'data-wrong': () => error(YOUR_DATA.wrongCode),
    'data-invalid': () => error(YOUR_DATA.invalidCode),
    'data-expired': () => error(YOUR_DATA.expired),
    'data-waiting': () => error(YOUR_DATA.tooMany),
    'data-locked': () => success(YOUR_DATA.locked),
    'data-not-locked': () => error(YOUR_DATA.notLocked),
    'data-failed': () => error(YOUR_DATA.failed),
    chosen: () => success(YOUR_DATA.saved),
    'not-chosen': () => error(YOUR_DATA.notSaved),
  },
};
