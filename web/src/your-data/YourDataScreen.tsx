import { shownDay, shownMinute } from '@panel/domain/calendar';
import type { CopyFormat, ProfileOpening } from '@panel/domain/panelists/your-data';
import { api, screens } from '@panel/domain/paths';
import { COMMON, httpStatusMessage } from '@panel/domain/wording';
import { openingText, REGULATOR, YOUR_DATA } from '@panel/domain/wording/your-data';
import { Button, buttonClass } from '@panel/ui/Button';
import { Icon, type IconShape, refreshIcon } from '@panel/ui/Icon';
import { chatIcon, trashIcon, walletIcon } from '@panel/ui/icons';
import { Skeleton } from '@panel/ui/Skeleton';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { NOT_FOUND, statusOf } from '../calls/api.ts';
import { panelContact, productName } from '../calls/config.ts';
import { Notice } from '../parts/Notice.tsx';
import { Link, useLocation } from '../routing/router.tsx';
import { BackHome } from '../shell/BackHome.tsx';
import { isUnregistered, SignUpLink } from '../shell/SignUpLink.tsx';
import { ActionForm, RetryLink } from '../without-script/forms.tsx';
import { Choices } from './Choices.tsx';
import { KnownAnswers } from './KnownAnswers.tsx';
import { LockedAnswers } from './LockedAnswers.tsx';
import { useYourData, type YourDataPage } from './use-your-data.ts';
import styles from './YourData.module.css';

const downloadIcon: IconShape = 'M12 4v11M7 10.5l5 5 5-5M5 20h14';
const shieldIcon: IconShape = 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5';
const clockIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3.5 2';
const KEPT_ICONS: readonly IconShape[] = [walletIcon, shieldIcon, clockIcon];

function Section({ title, id: given, children }: { title: string; id?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="section stack" id={given} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const Openings = ({ openings }: { openings: readonly ProfileOpening[] }) =>
  openings.length === 0 ? (
    <p className="card">{YOUR_DATA.nobody}</p>
  ) : (
    <ul className={`card ${styles.list}`}>
      {openings.map(({ act, role, at }) => (
        <li key={at + act}>
          {openingText(act, role)}
          <p className="small">{shownMinute(new Date(at))}</p>
        </li>
      ))}
    </ul>
  );

function Copy({ did }: { did: string }) {
  const { search } = useLocation();
  const address = (format: CopyFormat) => api.dataCopy(format)(did) + search;
  return (
    <>
      <p>{YOUR_DATA.copyText}</p>
      <a className={buttonClass('tonal')} href={address('text')} download>
        <Icon icon={downloadIcon} />
        {YOUR_DATA.download}
      </a>
      <p className="small">
        {YOUR_DATA.openHint}{' '}
        <a className={styles.action} href={address('page')}>
          {YOUR_DATA.openAsPage}
        </a>
      </p>
      <p className="small">
        <a className={styles.action} href={address('json')} download>
          {YOUR_DATA.downloadJson}
        </a>
      </p>
    </>
  );
}

/** What is different for each panelist. */
function Personal({ did, page }: { did: string; page: YourDataPage }) {
  const { data } = page;
  const answers = useRef<HTMLDivElement>(null);
  const shown = useRef(data?.topics);
  // What had the focus is gone once the answers are shown or hidden.
  useLayoutEffect(() => {
    if (shown.current !== data?.topics && document.activeElement === document.body)
      answers.current?.focus({ preventScroll: true });
    shown.current = data?.topics;
  }, [data?.topics]);
  if (!data) return null;
  const { lock, topics, choices, openings, acceptedTermsAt } = data;
  const { unlockedUntil } = lock;
  return (
    <>
      <Section title={YOUR_DATA.knowTitle}>
        <div className={`stack ${styles.answers}`} ref={answers} tabIndex={-1}>
          {topics && unlockedUntil !== null ? (
            <KnownAnswers did={did} topics={topics} until={unlockedUntil} lock={page.lock} />
          ) : (
            <LockedAnswers lock={lock} send={page.send} enter={page.enter} fault={page.fault} />
          )}
        </div>
      </Section>
      <Section title={YOUR_DATA.choicesTitle}>
        <Choices choices={choices} choosing={page.choosing} choose={page.choose} />
        <p className="small">
          {acceptedTermsAt && YOUR_DATA.accepted(shownDay(new Date(acceptedTermsAt)))}{' '}
          <Link className={styles.action} to={screens.terms}>
            {COMMON.termsLink}
          </Link>
        </p>
      </Section>
      <Section title={YOUR_DATA.openingsTitle}>
        <Openings openings={openings} />
        <p className="small">{YOUR_DATA.openingsNote}</p>
      </Section>
      <Section title={YOUR_DATA.copyTitle}>{topics ? <Copy did={did} /> : <p>{YOUR_DATA.copyLocked}</p>}</Section>
    </>
  );
}

const Loading = () => (
  <div className="stack" aria-busy="true">
    <p className="visually-hidden">{COMMON.loading}</p>
    <RetryLink />
    <Skeleton height={220} />
    <Skeleton height={320} />
  </div>
);

export default function YourDataScreen({ did }: { did: string }) {
  const page = useYourData(did);
  const { data, load } = page;
  const hasFailed = load.failure !== undefined && !data;
  const text = statusOf(load.failure) === NOT_FOUND ? httpStatusMessage(productName(), NOT_FOUND) : YOUR_DATA.failed;
  return (
    <main className="page">
      <BackHome />
      <h1>{COMMON.yourData}</h1>
      <p className="lead">{YOUR_DATA.lead}</p>
      {!data && load.loading && !hasFailed && <Loading />}
      {hasFailed && (
        <div aria-live="polite">
          <Notice tone="error">
            <p>{text}</p>
            <ActionForm onAct={() => load.reload()}>
              <Button type="submit" tone="plain" small icon={refreshIcon} busy={load.loading}>
                {COMMON.tryAgain}
              </Button>
            </ActionForm>
          </Notice>
        </div>
      )}
      {isUnregistered(load.failure) && !data && <SignUpLink />}
      <Personal did={did} page={page} />
      <Section title={YOUR_DATA.deleteTitle}>
        <p>{YOUR_DATA.deleteText}</p>
        <ul className="points">
          {YOUR_DATA.kept.map((kept, index) => (
            <li key={kept}>
              <Icon icon={KEPT_ICONS[index] ?? shieldIcon} />
              <span>{kept}</span>
            </li>
          ))}
        </ul>
        <Link className={styles.action} to={screens.deleteProfile}>
          <Icon icon={trashIcon} />
          {YOUR_DATA.deleteLink}
        </Link>
      </Section>
      <Section title={YOUR_DATA.objectTitle} id="contact">
        <ul className="points">
          <li>
            <Icon icon={chatIcon} />
            <span>{YOUR_DATA.object(panelContact())}</span>
          </li>
          <li>
            <Icon icon={shieldIcon} />
            <span className={styles.breakable}>
              {YOUR_DATA.complain} <b>{REGULATOR.user}</b>
              <wbr />
              <b>{REGULATOR.host}</b>
            </span>
          </li>
        </ul>
      </Section>
    </main>
  );
}

export * from '../panelists/Menu.tsx';
