import { DISPUTE_KINDS } from '@panel/domain/disputes/disputes';
import type { PageResponse, PostedForm } from '@panel/domain/page';
import { screens } from '@panel/domain/paths';
import { BALANCE, COMMON } from '@panel/domain/wording';
import { REPORT } from '@panel/domain/wording/report';
import { Button, buttonClass } from '@panel/ui/Button';
import { useState } from 'react';
import { CallFailed } from '../calls/api.ts';
import { postedToPage } from '../calls/page-content.ts';
import { Notice } from '../parts/Notice.tsx';
import { Link } from '../routing/router.tsx';
import { LatePage, QuestionPage } from '../without-script/forms.tsx';
import { type Entry, useHistory } from './history-entries.ts';
import { emptyReport, REASON_FIELD, type Report, ReportFields, reportSubject, WORDS_FIELD } from './ReportFields.tsx';
import { messageOf } from './report-failures.ts';

/** What was posted, or an empty report. */
function firstReport(entry: Entry, posted: PostedForm | undefined): Report {
  const { kind, words } = emptyReport(entry);
  const [reason] = posted?.values[REASON_FIELD] ?? [];
  return {
    kind: DISPUTE_KINDS.find((one) => one === reason) ?? kind,
    words: posted?.values[WORDS_FIELD]?.[0] ?? words,
  };
}

const failureText = ({ status, body }: PageResponse) => messageOf(new CallFailed(status, body));

function ReportForm({ entry }: { entry: Entry }) {
  const posted = postedToPage().form;
  const [report, setReport] = useState(() => firstReport(entry, posted));
  return (
    <QuestionPage title={REPORT.title} text={reportSubject(entry)}>
      {posted?.failure && (
        <Notice tone="error">
          <p>{failureText(posted.failure)}</p>
        </Notice>
      )}
      <ReportFields entry={entry} report={report} onChange={(part) => setReport({ ...report, ...part })} />
      <Button type="submit">{REPORT.send}</Button>
      <Link className={buttonClass('plain')} to={screens.balance}>
        {REPORT.cancel}
      </Link>
      <p className="small">{REPORT.promise}</p>
    </QuestionPage>
  );
}

/** A report that was not sent, while its survey can't be loaded either: it can be sent again as it is. */
function UnsentReport({ values, failure }: { values: PostedForm['values']; failure: PageResponse }) {
  const [[reason = ''] = [], [words = ''] = []] = [values[REASON_FIELD], values[WORDS_FIELD]];
  return (
    <QuestionPage title={REPORT.title} text={failureText(failure)}>
      <p>{words}</p>
      <input type="hidden" name={REASON_FIELD} value={reason} />
      <input type="hidden" name={WORDS_FIELD} value={words} />
      <Button type="submit">{REPORT.send}</Button>
      <Link className={buttonClass('plain')} to={screens.balance}>
        {REPORT.cancel}
      </Link>
    </QuestionPage>
  );
}

/** The report's dialog as a page, without script. */
export default function ReportScreen({ did, session }: { did: string; session: string }) {
  const { data, loading } = useHistory(did);
  const entry = data?.find((each) => each.session === session);
  if (entry) return <ReportForm entry={entry} />;
  const { values, failure } = postedToPage().form ?? {};
  if (data === undefined && values && failure) return <UnsentReport values={values} failure={failure} />;
  if (data === undefined && loading) return <LatePage title={REPORT.title} />;
  return (
    <main className="page">
      <h1>{REPORT.title}</h1>
      <p className="lead">{data === undefined ? BALANCE.historyFailed : REPORT.failed}</p>
      <Link className={buttonClass()} to={screens.balance}>
        {COMMON.goBack}
      </Link>
    </main>
  );
}

export * from '../panelists/Menu.tsx';
