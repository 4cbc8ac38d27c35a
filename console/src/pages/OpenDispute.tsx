import type { Dispute, DisputesPageData, ListedSessionEvent } from '@panel/domain/console/people-pages';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { buttonClass } from '@panel/ui/Button';
import { Icon } from '@panel/ui/Icon';
import { arrowLeftIcon, personIcon } from '@panel/ui/icons';
import { useAddress, withQuery } from '../address.ts';
import { age, count, dayAndTime, plural, rand } from '../format.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import cardStyles from '../parts/Card.module.css';
import { Card } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import layout from '../parts/layout.module.css';
import { PageHead } from '../parts/PageHead.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import textStyles from '../parts/text.module.css';
import { DISPUTE_KIND_WORDS, DISPUTE_STATE_WORDS, OUTCOME_WORDS, PARTNER_NAMES } from '../words.ts';
import styles from './OpenDispute.module.css';
import { OpenProposal } from './OpenProposal.tsx';

const atStake = ({ amount }: Dispute): string => (amount === null ? 'price unknown' : `${rand(amount)} at stake`);

/** One dispute next to the list of the others: our events, the partner's, and the decision. */
export function OpenDispute({ page, dispute }: { page: DisputesPageData; dispute: Dispute }) {
  const { at } = page;
  const partner = PARTNER_NAMES[dispute.partner];
  const lasted = dispute.answeredAt
    ? `answered ${dayAndTime(dispute.answeredAt)}`
    : `open for ${age(dispute.reportedAt, at)}`;
  return (
    <>
      <PageHead
        title={`${dispute.dispute}: ${DISPUTE_KIND_WORDS[dispute.kind].toLowerCase()}`}
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
      </PageHead>
      <div className={styles.split}>
        <DisputeNav page={page} current={dispute.dispute} />
        <div className={layout.stack}>
          <Card title="What the panelist reported" tools={<StatePill state={DISPUTE_STATE_WORDS[dispute.state]} />}>
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
          {dispute.sameSurvey && <SameSurvey dispute={dispute} survey={dispute.sameSurvey} />}
          <Decide dispute={dispute} />
        </div>
      </div>
    </>
  );
}

/** A partner’s events are named by their outcomes. */
const wordOf = ({ what }: Pick<ListedSessionEvent, 'what'>): string => OUTCOME_WORDS[what as Outcome] ?? what;

function disputeTitle({ theirs, partner }: Dispute): string {
  const verified = theirs.findLast((event) => event.verified);
  const name = PARTNER_NAMES[partner];
  if (verified) return `${name} reported: ${wordOf(verified).toLowerCase()}`;
  return theirs.length > 0 ? `${name} reported something, but nothing verified` : `${name} reported nothing`;
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
          what: wordOf({ what }),
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
  return (
    <nav className={styles.list} aria-label="Disputes">
      <p className={styles.head}>
        <Link className={buttonClass('quiet', true)} href={withQuery(address, { dispute: null, cursor })}>
          <Icon icon={arrowLeftIcon} />
          All {count(total)}
        </Link>
        <span className={textStyles.hint}>
          {address.query.get('state') === 'closed' ? 'newest first' : 'oldest first'}
        </span>
      </p>
      <ul>
        {rows.map(({ dispute, kind, partner, amount, reportedAt }) => (
          <li key={dispute}>
            <Link
              href={withQuery(address, { dispute, cursor })}
              aria-current={dispute === current ? 'true' : undefined}
            >
              <b>{DISPUTE_KIND_WORDS[kind]}</b>
              <span className={textStyles.number}>{amount === null ? 'Unknown' : rand(amount)}</span>
              <span className={textStyles.hint}>
                <span className={textStyles.mono}>{dispute}</span> · {PARTNER_NAMES[partner]}
              </span>
              <span className={`${textStyles.number} ${textStyles.small}`}>{age(reportedAt, page.at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SameSurvey({ dispute, survey }: { dispute: Dispute; survey: NonNullable<Dispute['sameSurvey']> }) {
  const missing = survey.completed - survey.paid;
  return (
    <Card
      title={`${plural(survey.paid, 'session was', 'sessions were')} paid for this survey, ${missing === 0 ? 'none are missing' : `${count(missing)} completed but unpaid`}`}
      flush
    >
      <DataTable
        caption="The same survey"
        rows={[survey]}
        rowKey={() => 'all'}
        columns={[
          { head: dispute.survey ? `Survey ${dispute.survey}` : 'Survey', cell: () => 'All panelists' },
          { head: 'Sessions', isNumber: true, cell: ({ sessions }) => count(sessions) },
          { head: 'Complete', isNumber: true, cell: ({ completed }) => count(completed) },
          { head: 'Paid', isNumber: true, cell: ({ paid }) => count(paid) },
          { head: 'Disputed', isNumber: true, cell: ({ disputed }) => count(disputed) },
        ]}
      />
    </Card>
  );
}

function Decide({ dispute }: { dispute: Dispute }) {
  const known = { dispute: dispute.dispute };
  const subject = `${dispute.dispute} · ${atStake(dispute)}`;
  const mayDecide = useMayRun(['credit-dispute', 'decline-dispute', 'ask-partner']);
  const isAnswered = dispute.state === 'credited' || dispute.state === 'declined';
  if (isAnswered || (!mayDecide && !dispute.proposal)) return null;
  return (
    <Card
      title={dispute.proposal ? `${dispute.proposedBy} proposed a credit` : 'Decide'}
      sub="A credit needs approval by a second person within 24 hours. The panelist sees the answer after that."
    >
      <div className={layout.row}>
        <OpenProposal proposal={dispute.proposal}>
          <OperationButton name="credit-dispute" known={known} subject={subject} isPrimary>
            {dispute.amount === null ? 'Credit…' : `Credit ${rand(dispute.amount)}…`}
          </OperationButton>
        </OpenProposal>
        <OperationButton name="decline-dispute" known={known} subject={subject}>
          Decline…
        </OperationButton>
        <OperationButton name="ask-partner" known={known} subject={subject}>
          {`Ask ${PARTNER_NAMES[dispute.partner]}…`}
        </OperationButton>
      </div>
    </Card>
  );
}
