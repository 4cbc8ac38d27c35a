import { isRealDate } from '@panel/domain/calendar';
import type { PersonCard } from '@panel/domain/console/people-pages';
import { dayAndYear } from '../format.ts';
import { Card } from '../parts/Card.tsx';
import { Facts } from '../parts/Facts.tsx';
import { StatePill } from '../parts/StatusPill.tsx';
import { CONSENT_STATE_WORDS, CONSENT_WORDS } from '../words.ts';

/** Terms are named by the day of their revision; any other version is shown as it is stored. */
const termsOf = (version: string): string =>
  isRealDate(version) ? `terms of ${dayAndYear(version)}` : `terms ${version}`;

const consentRow = ({ purpose, state, terms, at }: PersonCard['consents'][number]) => ({
  key: purpose,
  label: purpose === 'membership' ? `${CONSENT_WORDS.membership}, ${termsOf(terms)}` : CONSENT_WORDS[purpose],
  value: (
    <>
      <StatePill state={CONSENT_STATE_WORDS[state]} /> {dayAndYear(at)}
    </>
  ),
});

/** What holds now, purpose by purpose. */
export const PersonConsents = ({ card: { consents, preferences } }: { card: PersonCard }) => (
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
