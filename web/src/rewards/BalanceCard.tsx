import { formatRand, MINIMUM_WITHDRAWAL_SHOWN, type ShownCents } from '@panel/domain/rewards/amounts';
import { BALANCE } from '@panel/domain/wording';
import { Button } from '@panel/ui/Button';
import type { Membership } from '../panelists/membership.ts';
import { ActionForm } from '../without-script/forms.tsx';
import styles from './BalanceCard.module.css';
import { BigMoney } from './Money.tsx';

/** The page that a button of the balance opens without script: the withdrawal, or the report about a session. */
export const OPEN_FIELD = 'open';
export const OPEN_WITHDRAWAL = 'withdraw';

type BalanceCardProps = {
  balance: Pick<Membership, 'approved' | 'available' | 'pending' | 'total' | 'outdated'>;
  /** The amount that was withdrawn and hasn't arrived yet. */
  onItsWay: ShownCents | null;
  loading: boolean;
  onWithdraw: () => void;
};

export function BalanceCard({ balance, onItsWay, loading, onWithdraw }: BalanceCardProps) {
  const { approved, available, pending, total, outdated = false } = balance;
  const enough = available >= MINIMUM_WITHDRAWAL_SHOWN;
  return (
    // Gets the focus after a withdrawal, which disables its button.
    <section className={styles.card} aria-label={BALANCE.title} tabIndex={-1}>
      <p className={styles.label}>{BALANCE.available}</p>
      <BigMoney amount={available} />
      <dl className={styles.others}>
        <div>
          <dt className={styles.label}>{BALANCE.pending}</dt>
          <dd className="money">{formatRand(pending)}</dd>
        </div>
        <div>
          <dt className={styles.label}>{BALANCE.total}</dt>
          <dd className="money">{formatRand(total)}</dd>
        </div>
      </dl>
      {enough && approved && (
        // Disabled after a withdrawal, until a check has returned the new balance.
        <ActionForm name={OPEN_FIELD} value={OPEN_WITHDRAWAL} onAct={onWithdraw}>
          <Button type="submit" tone="gold" disabled={outdated} busy={outdated && loading}>
            {BALANCE.withdraw(formatRand(available))}
          </Button>
        </ActionForm>
      )}
      {!enough && (
        <>
          <progress
            value={available}
            max={MINIMUM_WITHDRAWAL_SHOWN}
            aria-label={BALANCE.progress(formatRand(available))}
          />
          <p>{BALANCE.toGo(formatRand(MINIMUM_WITHDRAWAL_SHOWN - available))}</p>
        </>
      )}
      {!approved && <p>{BALANCE.notApproved}</p>}
      {onItsWay !== null && <p className={styles.onItsWay}>{BALANCE.onItsWay(formatRand(onItsWay))}</p>}
    </section>
  );
}
