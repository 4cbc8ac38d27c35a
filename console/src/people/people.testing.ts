import type { PeoplePageData } from '@panel/api/panelists/card-page';
import type { CardQuality } from '@panel/api/quality/card-section';
import { ago, HOUR } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

const DAYS = 24 * HOUR;

type ScoredSignal = CardQuality['signals'][number];
const signalOf = (
  label: string,
  seen: Pick<ScoredSignal, 'points' | 'weight'> & Partial<ScoredSignal>,
): ScoredSignal => ({ label, value: 'Nothing seen yet', lastAt: null, leftOutUntil: null, reasons: [], ...seen });

export const PEOPLE: PeoplePageData = {
  card: {
    card: 'card-1',
    openedAt: ago(1),
    closesAt: ago(-9),
    reason: 'D-2041',
    didEnds: 'c41e',
    status: 'approved',
    registeredOn: '2026-03-11',
    lastActiveOn: '2026-11-15',
    lsmGroup: 7,
    wallet: { available: 2_200, pending: 2_450, reserved: 0, owed: 0 },
    nextReleaseOn: '2026-11-19',
    earned: 10_850,
    paidOut: 6_200,
    statuses: [
      { status: 'approved', at: ago(130 * DAYS), by: 'support-2', reason: 'checked, one device' },
      { status: 'suspended', at: ago(132 * DAYS), by: 'support-1', reason: 'three surveys in 4 minutes' },
      { status: 'registered', at: ago(249 * DAYS), by: null, reason: null },
    ],
    consents: [
      { purpose: 'membership', state: 'given', terms: '2026-02-01', at: ago(249 * DAYS) },
      { purpose: 'special:ethnicity', state: 'given', terms: '2026-02-01', at: ago(249 * DAYS) },
      { purpose: 'marketing', state: 'withdrawn', terms: '2026-08-01', at: ago(12 * DAYS) },
      { purpose: 'partner_comms', state: 'declined', terms: '2026-02-01', at: ago(249 * DAYS) },
      { purpose: 'transfer_abroad', state: 'given', terms: '2026-02-01', at: ago(249 * DAYS) },
    ],
    preferences: { research: true },
    questionnaires: [
      { questionnaire: 'registration', label: 'Registration', doneOn: '2026-03-11', dueOn: null },
      { questionnaire: 'quarterly', label: 'Quarterly', doneOn: '2026-08-09', dueOn: '2026-11-09' },
      { questionnaire: 'yearly', label: 'Yearly', doneOn: null, dueOn: '2027-03-11' },
    ],
    sessions: {
      total: 23,
      newer: null,
      older: 'older-sessions',
      rows: [
        {
          session: 's-1',
          partner: 'cint-match',
          enteredAt: ago(3 * DAYS),
          minutes: 13,
          returnedAs: 'finished',
          reported: [],
          reward: null,
          dispute: 'D-2041',
        },
        {
          session: 's-2',
          partner: 'purespectrum',
          enteredAt: ago(6 * DAYS),
          minutes: 14,
          returnedAs: 'finished',
          reported: ['complete'],
          reward: 1_100,
          dispute: 'D-2044',
        },
        {
          session: 's-3',
          partner: 'cint-router',
          enteredAt: ago(51 * DAYS),
          minutes: 4,
          returnedAs: 'finished',
          reported: ['complete', 'reversed'],
          reward: null,
          dispute: null,
        },
      ],
    },
    ledger: [
      {
        at: ago(6 * DAYS),
        kind: 'reward',
        partner: 'purespectrum',
        state: 'pending',
        availableOn: '2026-11-23',
        amount: 1_100,
      },
      {
        at: ago(18 * DAYS),
        kind: 'reward',
        partner: 'cint-match',
        state: 'available',
        availableOn: null,
        amount: 1_250,
      },
      { at: ago(32 * DAYS), kind: 'withdrawal', partner: null, state: 'paid', availableOn: null, amount: -6_200 },
      {
        at: ago(40 * DAYS),
        kind: 'reinstatement',
        partner: 'cint-router',
        state: 'withdrawn',
        availableOn: null,
        amount: 800,
      },
      {
        at: ago(44 * DAYS),
        kind: 'reversal',
        partner: 'cint-router',
        state: 'reversed',
        availableOn: null,
        amount: -800,
      },
    ],
    voucher: { paidAt: ago(32 * DAYS), amount: 6_200, serialEnds: '4021', canBeSentAgain: false },
    messages: [
      { kind: 'task', state: 'sent', at: ago(5 * DAYS) },
      { kind: 'voucher', state: 'sent', at: ago(32 * DAYS) },
    ],
    disputes: [
      { dispute: 'D-2041', kind: 'no-reward', state: 'new', at: ago(3 * DAYS) },
      { dispute: 'D-2044', kind: 'reward-too-small', state: 'proposed', at: ago(2 * DAYS) },
    ],
    notes: [{ at: ago(130 * DAYS), by: 'support-2', text: 'Wrote through the chat; answers read carefully since.' }],
    quality: {
      score: 74,
      signals: [
        {
          label: 'Answers that disagree',
          value: '2 of 19 checks',
          points: 23,
          weight: 45,
          lastAt: ago(20 * DAYS),
          leftOutUntil: null,
          reasons: [
            'There is a motor car at home, but no motor vehicle in the household.',
            'The closest city is neither in the province nor in one next to it.',
          ],
        },
        signalOf('Fast surveys', {
          value: '2 of 41 surveys in less than a third of their usual length',
          points: 23,
          weight: 25,
          lastAt: ago(40 * DAYS),
        }),
        signalOf('Fast forms', { value: '0 of 3 forms faster than they can be read', points: 10, weight: 10 }),
        signalOf('Reversed by partners', {
          value: '3 of 41 rewards taken back',
          points: 10,
          weight: 12,
          lastAt: ago(51 * DAYS),
        }),
        signalOf('Conflicting reports', { points: 4, weight: 4 }),
        signalOf('Declined reports', {
          value: '0 of 2 answered, less those that were upheld',
          points: 4,
          weight: 4,
          leftOutUntil: ago(60 * DAYS),
        }),
      ],
    },
  },
};

export const peopleFixture: PageFixture<'people'> = {
  data: PEOPLE,
  states: [{ path: '/people?card=card-1', heading: 'Ledger' }],
};
