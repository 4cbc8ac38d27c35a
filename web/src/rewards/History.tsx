import { shortDay } from '@panel/domain/calendar';
import { formatRand } from '@panel/domain/rewards/amounts';
import type { HistoryState } from '@panel/domain/rewards/history';
import { BALANCE } from '@panel/domain/wording';
import { checkIcon, Icon, type IconShape } from '@panel/ui/Icon';
import { voucherIcon } from '@panel/ui/icons';
import { useId, useLayoutEffect, useRef } from 'react';
import { ActionForm } from '../without-script/forms.tsx';
import { OPEN_FIELD } from './BalanceCard.tsx';
import styles from './History.module.css';
import { byMonth, dayOf, type Entry, endText, stateText, titleOf } from './history-entries.ts';

const clockIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3.5 2';
const returnIcon: IconShape = 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-2';

const minusIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12h8';

const CHIPS: Readonly<Record<HistoryState, { icon: IconShape; look?: string | undefined }>> = {
  pending: { icon: clockIcon, look: styles.pending },
  available: { icon: checkIcon, look: styles.available },
  withdrawn: { icon: voucherIcon },
  reversed: { icon: returnIcon, look: styles.returned },
  processing: { icon: clockIcon, look: styles.pending },
  paid: { icon: checkIcon },
  returned: { icon: returnIcon, look: styles.returned },
  waiting: { icon: clockIcon, look: styles.returned },
  unfinished: { icon: returnIcon, look: styles.returned },
  'did-not-qualify': { icon: minusIcon, look: styles.returned },
  full: { icon: minusIcon, look: styles.returned },
  technical: { icon: minusIcon, look: styles.returned },
  reported: { icon: clockIcon, look: styles.available },
  answered: { icon: checkIcon, look: styles.returned },
};

const SIGNS: Readonly<Partial<Record<Entry['kind'], string>>> = {
  reward: '+',
  'thank-you': '+',
  reversal: '−',
  withdrawal: '−',
  ended: '',
};

/** Until the reward is known: the amount that the list showed, or a dash. */
function Amount({ entry: { kind, state, amount, shown } }: { entry: Entry }) {
  const sign = SIGNS[kind] ?? (state === 'answered' ? '' : null);
  if (sign !== null) return sign + formatRand(amount);
  if (shown) return <span className={styles.soft}>{formatRand(shown)}</span>;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{BALANCE.amountUnknown}</span>
    </>
  );
}

type Reporting = {
  /** The entry whose report is being opened. */
  opening: Entry | null;
  onReport: (entry: Entry) => void;
};

/** The details of an entry: what happens next, our answer, and the button to report a problem. */
function More({ entry, opening, onReport }: Reporting & { entry: Entry }) {
  const { state, kind, survey, shown, answerBy, notes = [], debt, debtLeft } = entry;
  const ended = endText(entry);
  return (
    <>
      {(kind === 'reversal' || kind === 'thank-you') && survey && <p className="small">{survey}</p>}
      {shown && <p className="small">{BALANCE.listShowed(formatRand(shown))}</p>}
      {state === 'waiting' && <p className="small">{BALANCE.waitingText}</p>}
      {ended && <p className="small">{ended}</p>}
      {answerBy && <p className="small">{BALANCE.answerBy(shortDay(answerBy))}</p>}
      {notes.map(({ text, day }) => (
        <div key={text} className={kind === 'reward' ? `${styles.note} ${styles.available}` : styles.note}>
          <p>{text}</p>
          {day && <p className="small">{BALANCE.answeredOn(shortDay(day))}</p>}
        </div>
      ))}
      {debt && debtLeft && (
        <>
          <p className="small">{BALANCE.debt(formatRand(debt), formatRand(debtLeft))}</p>
          {/* The sentence above says the same. */}
          <progress aria-hidden="true" value={Number(debt - debtLeft)} max={Number(debt)} />
        </>
      )}
      {entry.session && (
        // Not disabled while it is busy: the dialog returns the focus to it.
        <ActionForm name={OPEN_FIELD} value={entry.session} onAct={() => onReport(entry)}>
          <button type="submit" className={styles.report} aria-busy={entry === opening || undefined}>
            {BALANCE.report}
            {entry === opening && <span className="spinner" />}
          </button>
        </ActionForm>
      )}
    </>
  );
}

function Row({ entry, ...reporting }: Reporting & { entry: Entry }) {
  const { icon, look } = CHIPS[entry.state];
  return (
    <li>
      <div className={styles.line}>
        <b>{titleOf(entry)}</b>
        <span
          className={`money ${styles.amount} ${entry.kind === 'reward' && entry.state === 'reversed' ? styles.reversed : ''}`}
        >
          <Amount entry={entry} />
        </span>
      </div>
      <div className={styles.line}>
        <span className={look ? `${styles.chip} ${look}` : styles.chip}>
          <Icon icon={icon} />
          {stateText(entry)}
        </span>
        <span className="small">{shortDay(dayOf(entry))}</span>
      </div>
      <More entry={entry} {...reporting} />
    </li>
  );
}

export function History({ entries, ...reporting }: Reporting & { entries: readonly Entry[] }) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const shown = useRef(entries);
  // A reported entry loses its button, which had the focus.
  useLayoutEffect(() => {
    if (shown.current !== entries && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
    shown.current = entries;
  }, [entries]);
  return (
    <section ref={section} className={`section ${styles.history}`} aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{BALANCE.history}</h2>
      {byMonth(entries).map((month) => (
        <section key={month.title}>
          <h3>{month.title}</h3>
          <ul>
            {month.entries.map((entry) => (
              <Row key={entry.id} entry={entry} {...reporting} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
