import { shownDay, southAfricanClock } from '@panel/domain/calendar';
import type { Correction, KnownTopic } from '@panel/domain/panelists/your-data';
import { screens } from '@panel/domain/paths';
import { CORRECTIONS, YOUR_DATA } from '@panel/domain/wording/your-data';
import { Icon, type IconShape } from '@panel/ui/Icon';
import { chatIcon, walletIcon } from '@panel/ui/icons';
import type { ReactNode } from 'react';
import { Link } from '../routing/router.tsx';
import { ActionForm } from '../without-script/forms.tsx';
import { ACT_FIELD, LOCK } from './fields.ts';
import type { YourDataPage } from './use-your-data.ts';
import styles from './YourData.module.css';

const pencilIcon: IconShape = 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3';
const downIcon: IconShape = 'M5 9l7 7 7-7';

const FORM_SCREENS: Readonly<Record<Exclude<Correction, 'contact'>, string>> = {
  'date-of-birth': screens.dateOfBirth,
  'first-language': screens.firstLanguage,
  'second-round': screens.profiling('second-round'),
  quarterly: screens.profiling('quarterly'),
  yearly: screens.profiling('yearly'),
};

function Fix({ did, correction }: { did: string; correction: Correction }) {
  const isContact = correction === 'contact';
  const content = (
    <>
      <Icon icon={isContact ? chatIcon : pencilIcon} />
      <span>{CORRECTIONS[correction]}</span>
    </>
  );
  return isContact ? (
    <a className={styles.action} href="#contact">
      {content}
    </a>
  ) : (
    <Link className={styles.action} to={`${FORM_SCREENS[correction]}/${encodeURIComponent(did)}`}>
      {content}
    </Link>
  );
}

type TopicProps = {
  title: string;
  at?: string | null;
  open?: boolean;
  facts?: Facts;
  note?: string | undefined;
  children?: ReactNode;
};
type Facts = readonly (readonly [name: string, value: string])[];

const Topic = ({ title, at, open = false, facts = [], note, children }: TopicProps) => (
  <details className={styles.topic} open={open}>
    <summary>
      <span className={styles.topicRow}>
        <h3>{title}</h3>
        {at && <span className="small">{shownDay(new Date(at))}</span>}
        <Icon icon={downIcon} />
      </span>
    </summary>
    <div className={styles.topicBody}>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && <p className="small">{note}</p>}
      {children && <div className={styles.fix}>{children}</div>}
    </div>
  </details>
);

type Props = { did: string; topics: readonly KnownTopic[]; until: string; lock: YourDataPage['lock'] };

/** The unlocked answers, by topic. */
export const KnownAnswers = ({ did, topics, until, lock }: Props) => (
  <>
    <div className={styles.open}>
      <p className="small">{YOUR_DATA.openUntil(southAfricanClock(new Date(until)))}</p>
      <ActionForm name={ACT_FIELD} value={LOCK} onAct={() => lock.run()}>
        <button type="submit" className={styles.action} aria-disabled={lock.busy || undefined}>
          {YOUR_DATA.lock}
        </button>
      </ActionForm>
    </div>
    <div className={styles.topics}>
      {topics.map(({ title, answeredAt, answers, corrections, note }, index) => (
        <Topic
          key={title}
          title={title}
          at={answeredAt}
          open={index === 0}
          note={note}
          facts={answers.map(({ question, answer }) => [question, answer])}
        >
          {corrections.map((correction) => (
            <Fix key={correction} did={did} correction={correction} />
          ))}
        </Topic>
      ))}
      <Topic title={YOUR_DATA.phoneTitle} facts={YOUR_DATA.phone} />
      <Topic title={YOUR_DATA.moneyTitle}>
        <Link className={styles.action} to={screens.balance}>
          <Icon icon={walletIcon} />
          <span>{YOUR_DATA.moneyLink}</span>
        </Link>
      </Topic>
    </div>
    <p className="small">{YOUR_DATA.dates}</p>
  </>
);
