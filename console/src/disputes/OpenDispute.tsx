import type { Dispute, DisputesPageData, ListedSessionEvent } from '@panel/api/disputes/disputes-page';
import { isDisputeLate } from '@panel/domain/disputes/disputes';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { buttonClass } from '@panel/ui/Button';
import { Icon } from '@panel/ui/Icon';
import { arrowLeftIcon, personIcon } from '@panel/ui/icons';
import { useAddress, withQuery } from '../address.ts';
import { age, count, dayAndTime, rand } from '../format.ts';
import { undoIcon } from '../icons.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Age } from '../parts/Age.tsx';
import cardStyles from '../parts/Card.module.css';
import { Card } from '../parts/Card.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import textStyles from '../parts/text.module.css';
import { useSession } from '../session.ts';
import { DISPUTE_KIND_WORDS, DISPUTE_STATE_WORDS } from '../words.ts';
import { Assignment, assigneeName, atStake, Decide } from './DecideDispute.tsx';
import { DisputeKeys } from './DisputeKeys.tsx';
import styles from './OpenDispute.module.css';

/** One dispute next to the list of the others: our events, the partner's, and the decision. */
export function OpenDispute({ page, dispute }: { page: DisputesPageData; dispute: Dispute }) {
  const { at } = page;
  const partner = PARTNER_NAMES[dispute.partner];
  const lasted = dispute.answeredAt
    ? `answered ${dayAndTime(dispute.answeredAt)}`
    : dispute.openSince === dispute.reportedAt
      ? `open for ${age(dispute.reportedAt, at)}`
      : `reopened ${dayAndTime(dispute.openSince)}`;
  const isAnswered = dispute.state === 'credited' || dispute.state === 'declined';
  return (
    <>
      <PageHead
        title={`${dispute.dispute}: ${DISPUTE_KIND_WORDS[dispute.kind]}`}
        sub={`Reported ${dayAndTime(dispute.reportedAt)} · ${lasted} · ${partner} · ${atStake(dispute)}`}
      >
        <OperationButton
          name="open-disputed-card"
          known={{ dispute: dispute.dispute }}
          subject={dispute.dispute}
          icon={personIcon}
        >
          Open the card…
        </OperationButton>
        {isAnswered && (
          <OperationButton
            name="reopen-dispute"
            known={{ dispute: dispute.dispute }}
            subject={dispute.dispute}
            icon={undoIcon}
          >
            Reopen…
          </OperationButton>
        )}
      </PageHead>
      <div className={styles.split}>
        <DisputeNav page={page} current={dispute.dispute} />
        <div className={layout.stack}>
          <Card
            title="What the panelist reported"
            tools={
              <>
                {!isAnswered && <Assignment dispute={dispute} />}
                <StatePill state={DISPUTE_STATE_WORDS[dispute.state]} />
              </>
            }
          >
            {dispute.words === null ? (
              <p className={textStyles.soft}>
                The text can’t be read because the panelist’s key is lost or the key store is unavailable.
              </p>
            ) : dispute.words === '' ? (
              <p className={textStyles.soft}>The panelist added no text.</p>
            ) : (
              <blockquote className={textStyles.quote}>{dispute.words}</blockquote>
            )}
            <p className={cardStyles.foot}>
              Written by the panelist. Numbers of 6 or more digits are removed before storing.
            </p>
          </Card>
          <Card
            title={disputeTitle(dispute)}
            sub={
              <>
                Session <span className={textStyles.mono}>{dispute.session}</span>
                {dispute.survey && (
                  <>
                    {' · survey '}
                    <span className={textStyles.mono}>{dispute.survey}</span>
                  </>
                )}
              </>
            }
          >
            <div className={styles.sides}>
              <Side title="Our record" events={dispute.ours} />
              <Side title={`From ${partner}`} events={dispute.theirs} />
            </div>
          </Card>
          {dispute.answer && (
            <Card title="Answer shown to the panelist">
              <blockquote className={textStyles.quote}>{dispute.answer}</blockquote>
            </Card>
          )}
          {dispute.earlierAnswer && (
            <Card title="Answer before it was reopened">
              <blockquote className={textStyles.quote}>{dispute.earlierAnswer}</blockquote>
            </Card>
          )}
          {dispute.sameSurvey && <SameSurvey dispute={dispute} survey={dispute.sameSurvey} />}
          {!isAnswered && <Decide page={page} dispute={dispute} />}
        </div>
      </div>
    </>
  );
}

function disputeTitle({ theirs, partner }: Dispute): string {
  const last = theirs.at(-1);
  return `${PARTNER_NAMES[partner]} reported${last ? `: ${last.what.toLowerCase()}` : ' nothing'}`;
}

const Side = ({ title, events }: { title: string; events: readonly ListedSessionEvent[] }) => (
  <div>
    <h3>{title}</h3>
    {events.length === 0 ? (
      <p className={textStyles.soft}>Nothing</p>
    ) : (
      <Timeline
        entries={events.map(({ at, what, detail, code, verified }) => ({
          key: at + what,
          when: dayAndTime(at),
          what,
          why: [detail, code && `code ${code}`].filter(Boolean).join(' · ') || null,
          tone: verified ? ('good' as const) : undefined,
        }))}
      />
    )}
  </div>
);

function DisputeNav({ page, current }: { page: DisputesPageData; current: string }) {
  const address = useAddress();
  const { rows, total } = page.disputes;
  // The list stays on the same page.
  const cursor = address.query.get('cursor');
  const session = useSession();
  const isClosed = address.query.get('state') === 'closed';
  const at = rows.findIndex(({ dispute }) => dispute === current);
  const shortcutOf = (dispute: string) =>
    ({ [rows[at + 1]?.dispute ?? '']: 'j', [rows[at - 1]?.dispute ?? '']: 'k' })[dispute];
  return (
    <nav className={styles.list} aria-label="Disputes">
      <p className={styles.head}>
        <Link className={buttonClass('quiet', true)} href={withQuery(address, { dispute: null, cursor })}>
          <Icon icon={arrowLeftIcon} />
          All {count(total)}
        </Link>
        <span className={textStyles.hint}>{isClosed ? 'newest first' : 'oldest first'}</span>
      </p>
      <ul>
        {rows.map(({ dispute, kind, partner, amount, openSince, state, assignedTo }) => (
          <li key={dispute}>
            <Link
              href={withQuery(address, { dispute, cursor })}
              aria-current={dispute === current ? 'true' : undefined}
              data-shortcut={shortcutOf(dispute)}
            >
              <b>{DISPUTE_KIND_WORDS[kind]}</b>
              <span className={textStyles.number}>{amount === null ? 'Unknown' : rand(amount)}</span>
              <span className={textStyles.hint}>
                <span className={textStyles.mono}>{dispute}</span> · {PARTNER_NAMES[partner]}
              </span>
              <span className={`${textStyles.number} ${textStyles.small}`}>
                <Age since={openSince} at={page.at} isLate={!isClosed && isDisputeLate(openSince, page.at)} />
              </span>
              <span className={textStyles.small}>{DISPUTE_STATE_WORDS[state][1]}</span>
              <span className={`${textStyles.number} ${textStyles.small}`}>
                {assignedTo && assigneeName(assignedTo, session?.account)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <DisputeKeys />
      </div>
    </nav>
  );
}

function SameSurvey({ dispute, survey }: { dispute: Dispute; survey: NonNullable<Dispute['sameSurvey']> }) {
  return (
    <TableCard
      title="Sessions of this survey"
      rows={[survey]}
      rowKey={() => 'all'}
      columns={[
        { head: dispute.survey ? `Survey ${dispute.survey}` : 'Survey', cell: () => 'All panelists' },
        { head: 'Sessions', value: ({ sessions }) => sessions },
        { head: 'Complete', value: ({ completed }) => completed },
        { head: 'Paid', value: ({ paid }) => paid },
        { head: 'Not paid', value: ({ completed, paid }) => completed - paid },
        { head: 'Disputed', value: ({ disputed }) => disputed },
      ]}
    />
  );
}
