import type { PersonCard } from '@panel/api/panelists/card-page';
import { MESSAGE_WORDS } from '@panel/domain/console/money-operations';
import { CONSENT_WORDS, STATUS_LABELS } from '@panel/domain/console/people-operations';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { day, dayAndTime, dayAndYear, rand } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card } from '../parts/Card.tsx';
import { Facts } from '../parts/Facts.tsx';
import layout from '../parts/layout.module.css';
import { StatePill } from '../parts/StatusPill.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import textStyles from '../parts/text.module.css';
import { CONSENT_STATE_WORDS, MESSAGE_STATE_WORDS, PANELIST_TONES } from '../words.ts';

/** For panelists who have lost a voucher. */
function Voucher({ card, voucher }: { card: PersonCard; voucher: NonNullable<PersonCard['voucher']> }) {
  const { amount, paidAt, serialEnds, canBeSentAgain } = voucher;
  return (
    <Card title="Last voucher" sub={`${rand(amount)}, ${dayAndTime(paidAt)}; serial number ends in ${serialEnds}`}>
      {canBeSentAgain ? (
        <OperationButton
          name="resend-voucher"
          known={{ panelist: card.card }}
          subject={`${rand(amount)} · …${serialEnds}`}
        >
          Send it again…
        </OperationButton>
      ) : (
        <p className={textStyles.soft}>
          The PIN is erased a day after sending. Flash, the issuer of 1Voucher, can help with the serial number.
        </p>
      )}
    </Card>
  );
}

const consentRow = ({ purpose, state, terms, at }: PersonCard['consents'][number]) => ({
  key: purpose,
  label:
    purpose === 'membership' ? `${CONSENT_WORDS.membership}, terms of ${dayAndYear(terms)}` : CONSENT_WORDS[purpose],
  value: (
    <>
      <StatePill state={CONSENT_STATE_WORDS[state]} /> {dayAndYear(at)}
    </>
  ),
});

/** What holds now, purpose by purpose. */
const Consents = ({ card: { consents, preferences } }: { card: PersonCard }) => (
  <Card title="Consents and preferences">
    <Facts
      rows={[
        ...consents.map(consentRow),
        {
          label: 'Research tasks',
          value: <StatePill state={preferences.research ? ['good', 'Opted in'] : ['line', 'Opted out']} />,
        },
      ]}
    />
  </Card>
);

export const PersonAside = ({ card }: { card: PersonCard }) => (
  <div className={`${layout.stack} ${layout.span4}`}>
    <Card title="Status">
      <Timeline
        entries={card.statuses.map(({ status, at, by, reason }) => ({
          key: `${at} ${status}`,
          when: day(at),
          what: status === 'registered' ? 'Registered' : STATUS_LABELS[status],
          why: [by, reason].filter(Boolean).join(': ') || undefined,
          tone: status === 'registered' ? undefined : PANELIST_TONES[status],
        }))}
      />
    </Card>
    <Card title="Profile" define="lsm">
      <Facts
        rows={[
          {
            label: LSM.label,
            value: card.lsmGroup === null ? 'not known' : `group ${card.lsmGroup} of ${LSM.options.length}`,
          },
        ]}
      />
    </Card>
    <Consents card={card} />
    <Card title="Questionnaires">
      <Facts
        rows={card.questionnaires.map(({ questionnaire, label, doneOn, dueOn }) => ({
          key: questionnaire,
          label,
          value:
            [doneOn && day(doneOn), dueOn && `due from ${dayAndYear(dueOn)}`].filter(Boolean).join(', ') || 'not yet',
        }))}
      />
    </Card>
    {card.voucher && <Voucher card={card} voucher={card.voucher} />}
    <Card title="Messages" sub="Message types only. Contents are never shown.">
      {card.messages.length === 0 ? (
        <p className={textStyles.soft}>No messages.</p>
      ) : (
        <Facts
          rows={card.messages.map(({ kind, state, at }) => ({
            key: at + kind,
            label: MESSAGE_WORDS[kind],
            value: `${day(at)}, ${MESSAGE_STATE_WORDS[state]}`,
          }))}
        />
      )}
    </Card>
  </div>
);
