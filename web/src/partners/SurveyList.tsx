import { encodeChoice, FIRST_SHOWN, type ListedSurvey, readSurveyList } from '@panel/domain/partners/survey-list';
import { api, screens } from '@panel/domain/paths';
import { formatRand, type ShownCents } from '@panel/domain/rewards/amounts';
import { COMMON } from '@panel/domain/wording';
import { SURVEY_LIST, surveyName } from '@panel/domain/wording/survey-list';
import { Button, buttonClass, useFocusOnRemoval } from '@panel/ui/Button';
import { Icon } from '@panel/ui/Icon';
import { arrowRightIcon } from '@panel/ui/icons';
import { TextSkeleton } from '@panel/ui/Skeleton';
import { showToast } from '@panel/ui/toasts';
import { useId, useState } from 'react';
import { call, NO_CONNECTION, statusOf } from '../calls/api.ts';
import { loadedWithPage } from '../calls/page-content.ts';
import { useLoad } from '../calls/use-load.ts';
import { Link } from '../routing/router.tsx';
import { ActionForm, RetryLink, useScripted } from '../without-script/forms.tsx';
import styles from './SurveyList.module.css';
import type { SurveyOpening } from './use-open-survey.ts';

type Survey = ListedSurvey<ShownCents>;

/** The survey that a posted form asks for, as 'number:cents'. */
export const SURVEY_FIELD = 'survey';
const keyOf = ({ number, reward }: Survey) => `${number}:${reward}`;

/** Throws if the body isn't a list. */
function readList(body: unknown): readonly Survey[] {
  const list = readSurveyList(body);
  if (!list) throw new Error('not a list of surveys');
  return list;
}

type RowProps = { survey: Survey; busy: boolean; disabled: boolean; onPress: () => void };

function SurveyRow({ survey, busy, disabled, onPress }: RowProps) {
  useFocusOnRemoval(busy);
  return (
    <li>
      <ActionForm name={SURVEY_FIELD} value={keyOf(survey)} onAct={onPress}>
        <button
          type="submit"
          className={styles.row}
          aria-disabled={disabled || undefined}
          aria-busy={busy || undefined}
        >
          <span className={styles.text}>
            <span className={styles.line}>
              <b className={`money ${styles.pay}`}>{formatRand(survey.reward)}</b> · {SURVEY_LIST.about(survey.minutes)}
            </span>
            <span className={`small ${styles.line}`}>{surveyName(survey.number)}</span>
          </span>
          {busy ? <span className="spinner" /> : <Icon icon={arrowRightIcon} />}
        </button>
      </ActionForm>
    </li>
  );
}

/** As tall as three surveys with the button below them, so that nothing moves when they arrive. */
const ListSkeleton = () => (
  <div aria-busy="true">
    <p aria-live="polite">{SURVEY_LIST.looking}</p>
    <ul className={styles.list} aria-hidden="true">
      {['R14.50', 'R14.51', 'R14.52'].map((example) => (
        <li key={example}>
          <div className={styles.row}>
            <span className={styles.text}>
              <span className={styles.line}>
                <TextSkeleton text={`${example} · ${SURVEY_LIST.about(12)}`} />
              </span>
              <span className={`small ${styles.line}`}>
                <TextSkeleton text={surveyName(48_213)} />
              </span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  </div>
);

/** What is shown in place of the list. */
type NoListProps = { failure: unknown; filledUp: boolean; whole: boolean; onRetry: () => void };

function NoList({ failure, filledUp, whole, onRetry }: NoListProps) {
  const noneText = whole ? SURVEY_LIST.noneTextOnPage() : SURVEY_LIST.noneText;
  const failedText = whole ? SURVEY_LIST.failedTextOnPage() : SURVEY_LIST.failedText;
  const [title, text] =
    failure === undefined
      ? [SURVEY_LIST.noneTitle, noneText]
      : statusOf(failure) === NO_CONNECTION
        ? [COMMON.offlineTitle, SURVEY_LIST.offlineText]
        : [SURVEY_LIST.failedTitle, failedText];
  return (
    <div className={`stack ${styles.area} ${styles.none}`}>
      {filledUp && <p aria-live="polite">{SURVEY_LIST.lastFilledUp}</p>}
      <h3>{title}</h3>
      <p>{text}</p>
      <Button className="script-only" tone="tonal" onClick={onRetry}>
        {COMMON.tryAgain}
      </Button>
      <RetryLink />
    </div>
  );
}

type ListProps = SurveyOpening & {
  did: string;
  /** Whether the whole list is shown at once, as a page does that works without script. */
  whole: boolean;
};

export function LoadedSurveyList({ did, whole, opening, open }: ListProps) {
  const path = api.surveys(did);
  const { loading, data, failure, reload } = useLoad(
    async () => readList(await call('GET', path)),
    () => loadedWithPage(path, readList),
  );
  const [filledUp, setFilledUp] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(whole);

  const choose = (survey: Survey) =>
    open({
      key: keyOf(survey),
      request: () => call('POST', path, encodeChoice(survey)),
      onFailure(reason) {
        if (reason === 'error') return showToast({ tone: 'error', text: SURVEY_LIST.entryFailed });
        setFilledUp(keyOf(survey));
        reload();
      },
      onBack: reload,
    });

  if (data === undefined && loading)
    return (
      <>
        <ListSkeleton />
        {whole && <RetryLink />}
      </>
    );
  const surveys = (data ?? []).filter((survey) => keyOf(survey) !== filledUp);
  if (surveys.length === 0 || (failure !== undefined && !loading))
    return <NoList failure={failure} filledUp={filledUp !== null} whole={whole} onRetry={reload} />;
  const lead = opening ? SURVEY_LIST.opening : filledUp ? SURVEY_LIST.filledUp : SURVEY_LIST.lead;
  return (
    <>
      <p aria-live="polite">{lead}</p>
      <ul className={styles.list}>
        {surveys.slice(0, showsAll ? surveys.length : FIRST_SHOWN).map((survey) => (
          <SurveyRow
            key={keyOf(survey)}
            survey={survey}
            busy={opening === keyOf(survey)}
            disabled={opening !== null}
            onPress={() => choose(survey)}
          />
        ))}
      </ul>
      {!showsAll && surveys.length > FIRST_SHOWN && (
        <Button tone="plain" onClick={() => setShowsAll(true)}>
          {SURVEY_LIST.showMore}
        </Button>
      )}
    </>
  );
}

/** The list under home's buttons. It is fetched after the first paint. Without script there is a link to a page with it. */
export function SurveyList(props: SurveyOpening & { did: string }) {
  const id = useId();
  const scripted = useScripted();
  return (
    <section className="section stack" aria-labelledby={id}>
      <h2 id={id}>{SURVEY_LIST.title}</h2>
      {!scripted && (
        <Link className={`no-script ${buttonClass('tonal')}`} to={screens.surveys}>
          {SURVEY_LIST.title}
        </Link>
      )}
      <div className={`script-only ${styles.area}`}>
        {scripted ? <LoadedSurveyList {...props} whole={false} /> : <ListSkeleton />}
      </div>
      <p className="small">{SURVEY_LIST.fit}</p>
    </section>
  );
}

/** The same while it isn't known whether the panelist may choose a survey. */
export const SurveyListSkeleton = () => (
  <div className="section stack" aria-hidden="true">
    <h2>
      <TextSkeleton text={SURVEY_LIST.title} />
    </h2>
    <div className={styles.area} />
    <p className="small">
      <TextSkeleton text={SURVEY_LIST.fit} />
    </p>
  </div>
);
