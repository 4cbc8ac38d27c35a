import type { PersonCard } from '@panel/api/panelists/card-page';
import { OPERATIONS } from '@panel/domain/console/all-operations';
import { erasureChanges } from '@panel/domain/console/erasure';
import { STATUS_LABELS } from '@panel/domain/console/people-operations';
import type { Instant } from '@panel/domain/console/values';
import { Button } from '@panel/ui/Button';
import { Icon } from '@panel/ui/Icon';
import { personIcon } from '@panel/ui/icons';
import { useEffect, useState } from 'react';
import { useAddress } from '../address.ts';
import { serverNow } from '../api.ts';
import { day, dayAndYear, time } from '../format.ts';
import { eyeIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { OperationFields } from '../operations/OperationFields.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { useOperation } from '../operations/use-operation.ts';
import cardStyles from '../parts/Card.module.css';
import { Changes } from '../parts/Changes.tsx';
import layout from '../parts/layout.module.css';
import { Note } from '../parts/Note.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import textStyles from '../parts/text.module.css';
import { useSession } from '../session.ts';
import type { PageProps } from '../shell/PageState.tsx';
import { PANELIST_TONES } from '../words.ts';
import styles from './PeoplePage.module.css';
import { PersonAside } from './PersonAside.tsx';
import { PersonHistory } from './PersonHistory.tsx';
import { PersonWallet } from './PersonWallet.tsx';

export function PeoplePage({ data: { card } }: PageProps<'people'>) {
  const { query } = useAddress();
  const isClosed = useIsOver(card?.closesAt ?? null);
  return (
    <>
      <PageHead title="People" sub="Open one card at a time, with the panelist’s did or from a dispute" />
      <OpenCardForm />
      {card && !isClosed ? (
        <Person card={card} />
      ) : (
        <Note icon={eyeIcon}>
          {query.get('card') || isClosed
            ? 'This card is closed. Open it again with a reason.'
            : 'Opening a card is recorded in the audit log with your reason. Name, number, date of birth and ethnicity are never shown.'}
        </Note>
      )}
    </>
  );
}

/** Whether a time has come. A timer renders it again. */
function useIsOver(at: Instant | null): boolean {
  const [over, setOver] = useState<Instant | null>(null);
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setTimeout(setOver, Date.parse(at) - serverNow(), at);
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && over === at;
}

/** A card gets a new id each time it is opened, and two dids can have the same end. */
const personKey = ({ card, didEnds, registeredOn }: PersonCard): string => `${didEnds ?? card} ${registeredOn}`;

/** A reason before the card opens. The did goes in the call's body, never in the address. */
function OpenCardForm() {
  const operation = OPERATIONS['open-card'];
  const mayOpen = useMayRun([operation.name]);
  const form = useOperation(operation, {}, () => {});
  if (!mayOpen) return null;
  return (
    <form className={`${cardStyles.card} ${styles.form}`} noValidate onSubmit={form.submit}>
      {form.message && <Note tone="bad">{form.message}</Note>}
      <OperationFields
        form={form}
        // A line is enough here: the form stands above a card all the time.
        inputs={form.asked.map((input) => (input.kind === 'long-text' ? { ...input, kind: 'text' } : input))}
      />
      <Button type="submit" busy={form.isBusy}>
        {operation.button}
      </Button>
    </form>
  );
}

const UNREADABLE_DID = 'The did is unreadable';

function Person({ card }: { card: PersonCard }) {
  const about = { known: { panelist: card.card }, subjectKey: personKey(card) };
  const mayAudit = useSession()?.pages.some(({ page }) => page === 'audit');
  const subject = `${card.didEnds === null ? UNREADABLE_DID : `did ends in ${card.didEnds}`} · now ${STATUS_LABELS[card.status].toLowerCase()}`;
  return (
    <>
      <Note icon={eyeIcon}>
        You opened this card at <b>{time(card.openedAt)}</b>. It closes at {time(card.closesAt)}. Name, number, date of
        birth and ethnicity are sealed and never shown. Your reason in{' '}
        {mayAudit ? <Link href={`/audit?search=${card.card}`}>the audit of this person</Link> : 'the audit'}:{' '}
        {card.reason}
      </Note>
      <section className={`${cardStyles.card} ${layout.row} ${layout.between}`} aria-label="Person">
        <div className={styles.person}>
          <span className={styles.mark}>
            <Icon icon={personIcon} />
          </span>
          <div>
            <h2>
              {card.didEnds === null ? (
                UNREADABLE_DID
              ) : (
                <>
                  did ends in <span className={textStyles.mono}>{card.didEnds}</span>
                </>
              )}
            </h2>
            <p className={`${textStyles.soft} ${textStyles.small}`}>
              <StatusPill tone={PANELIST_TONES[card.status]}>{STATUS_LABELS[card.status]}</StatusPill>{' '}
              {card.lsmGroup !== null && <StatusPill tone="fact">LSM {card.lsmGroup}</StatusPill>}{' '}
              {typeof card.quality?.score === 'number' && (
                <StatusPill tone="fact">Quality {card.quality.score}</StatusPill>
              )}{' '}
              on the panel since {dayAndYear(card.registeredOn)}
              {card.lastActiveOn && ` · last active ${day(card.lastActiveOn)}`}
            </p>
          </div>
        </div>
        <div className={layout.row}>
          <OperationButton name="add-note" {...about} subject={subject}>
            Note…
          </OperationButton>
          <OperationButton name="set-status" {...about} subject={subject}>
            Status…
          </OperationButton>
          <OperationButton name="export-person" {...about} subject={subject}>
            Export…
          </OperationButton>
          <OperationButton
            name="erase-person"
            {...about}
            subject={subject}
            isDanger
            effect={<Changes changes={erasureChanges(card.wallet)} />}
          >
            Erase…
          </OperationButton>
        </div>
      </section>
      <PersonWallet card={card} />
      <div className={layout.grid}>
        <PersonHistory card={card} />
        <PersonAside card={card} />
      </div>
    </>
  );
}
