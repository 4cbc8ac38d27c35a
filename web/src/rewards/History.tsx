import { formatRand } from '@panel/domain/rewards/money';
import { BALANCE } from '@panel/domain/wording';
import { checkIcon, Icon, type IconShape } from '@panel/ui/Icon';
import { voucherIcon } from '@panel/ui/icons';
import { useId } from 'react';
import styles from './History.module.css';
import { byMonth, dayOf, type Entry, type EntryState, shortDay, stateText } from './history.ts';

const clockIcon: IconShape = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3.5 2';
const returnIcon: IconShape = 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-2';

const CHIPS: Readonly<Record<EntryState, { icon: IconShape; look?: string | undefined }>> = {
  pending: { icon: clockIcon, look: styles.pending },
  available: { icon: checkIcon, look: styles.available },
  withdrawn: { icon: voucherIcon },
  reversed: { icon: returnIcon, look: styles.returned },
  processing: { icon: clockIcon, look: styles.pending },
  paid: { icon: checkIcon },
  returned: { icon: returnIcon, look: styles.returned },
};
const SIGNS: Readonly<Record<Entry['kind'], string>> = { reward: '+', withdrawal: '−' };

function Row({ entry }: { entry: Entry }) {
  const { icon, look } = CHIPS[entry.state];
  return (
    <li>
      <div className={styles.line}>
        <b>{BALANCE.kinds[entry.kind]}</b>
        <span className={`money ${styles.amount} ${entry.state === 'reversed' ? styles.reversed : ''}`}>
          {SIGNS[entry.kind] + formatRand(entry.amount)}
        </span>
      </div>
      <div className={styles.line}>
        <span className={look ? `${styles.chip} ${look}` : styles.chip}>
          <Icon icon={icon} />
          {stateText(entry)}
        </span>
        <span className="small">{shortDay(dayOf(entry))}</span>
      </div>
    </li>
  );
}

export function History({ entries }: { entries: readonly Entry[] }) {
  const id = useId();
  return (
    <section className={`section ${styles.history}`} aria-labelledby={id}>
      <h2 id={id}>{BALANCE.history}</h2>
      {byMonth(entries).map((month) => (
        <section key={month.title}>
          <h3>{month.title}</h3>
          <ul>
            {month.entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
