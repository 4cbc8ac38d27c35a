/** What the balance's forms do without script. Only the server's build has it. */
import { DISPUTE_KINDS } from '@panel/domain/disputes/disputes';
import { encodeReport } from '@panel/domain/disputes/report';
import type { FormResult } from '@panel/domain/page';
import { api, screens } from '@panel/domain/paths';
import type { FieldValues } from '@panel/domain/questionnaire/fields';
import { BALANCE } from '@panel/domain/wording';
import { REPORT } from '@panel/domain/wording/report';
import { error, type PostedForms, type ScreenAction, succeeded, success } from '../without-script/posted-form.ts';
import { OPEN_FIELD, OPEN_WITHDRAWAL } from './BalanceCard.tsx';
import { REASON_FIELD, WORDS_FIELD } from './ReportFields.tsx';

/** What a session's id can be made of. */
const SESSION = /^\w{1,64}$/;

function openFromBalance(_: string, fields: FieldValues): FormResult {
  const [opened = ''] = fields[OPEN_FIELD] ?? [];
  if (opened === OPEN_WITHDRAWAL) return { redirect: screens.withdraw };
  return { redirect: SESSION.test(opened) ? screens.report(opened) : screens.balance };
}

const withdraw: ScreenAction = (did) => ({
  call: { method: 'GET', path: api.withdraw(did) },
  after: (response) => ({
    redirect: screens.balance,
    notice: succeeded(response) && response.body === true ? 'withdrawn' : 'not-withdrawn',
  }),
});

const report: ScreenAction = (did, fields, session) => {
  const kind = DISPUTE_KINDS.find((each) => each === fields[REASON_FIELD]?.[0]) ?? 'other';
  const [words = ''] = fields[WORDS_FIELD] ?? [];
  const values = { [REASON_FIELD]: [kind], [WORDS_FIELD]: [words] };
  return {
    call: { method: 'POST', path: api.report(did), body: encodeReport({ session, kind, words }) },
    after: (response) =>
      succeeded(response)
        ? { redirect: screens.balance, notice: 'reported' }
        : { status: response.status, form: { values, isChecked: false, failure: response } },
  };
};

export const rewardForms: PostedForms = {
  actions: {
    [screens.balance]: openFromBalance,
    [screens.withdraw]: withdraw,
    [screens.report('')]: report,
  },
  notices: {
    withdrawn: () => success(BALANCE.accepted),
    'not-withdrawn': () => error(BALANCE.failed),
    reported: () => success(REPORT.sent),
  },
};
