/*
 * One full example of each response that isn't about a questionnaire, written by hand and reviewed against the specification:
 * what the server knows, and the exact body. Tests of the server and of the app both use these.
 */
import type { RegistrationCheck } from './panelists/registration-check.ts';
import { byPartner, PARTNER_BUTTONS, PARTNERS } from './partners/partners.ts';
import type { HistoryEntry } from './rewards/history.ts';
import { cents } from './rewards/money.ts';

const check: RegistrationCheck = {
  status: 'approved',
  surveyLinks: {
    'second-round': 'https://panel.example/profiling-second-round',
    quarterly: null,
    yearly: 'https://panel.example/profiling-yearly',
  },
  partnerLinks: {
    ...byPartner(() => null),
    'cint-match': '/api/v2/cint-match-integration/response/entrylink',
    'cint-router': '/api/v2/cint/response/entrylink',
  },
  available: cents(127550n),
  pending: cents(900n),
  total: cents(20000n),
  estimates: { 'cint-match': 'usually R9–R14, about 12 minutes' },
};

const history: readonly HistoryEntry[] = [
  {
    id: 's_3',
    kind: 'finished',
    state: 'waiting',
    amount: cents(0n),
    at: new Date('2026-11-14T23:00:00.000Z'),
    survey: 'Survey 48\u202f213',
    shown: cents(1450n),
    session: 's_3',
  },
  {
    id: 's_2',
    kind: 'started',
    state: 'reported',
    amount: cents(0n),
    at: new Date('2026-11-14T22:40:00.000Z'),
    answerBy: '2026-11-20',
  },
  {
    id: 'r-4',
    kind: 'reward',
    state: 'pending',
    amount: cents(900n),
    at: new Date('2026-11-14T22:30:00.000Z'),
    availableOn: '2026-11-29',
    notes: [{ text: 'We have added R9 to your balance.', day: '2026-11-15' }],
  },
  {
    id: 'reversal:r-2',
    kind: 'reversal',
    state: 'reversed',
    amount: cents(1600n),
    at: new Date('2026-10-03T08:00:00.000Z'),
    notes: [{ text: 'The partner took this reward back: some answers contradict each other.' }],
    debt: cents(1600n),
    debtLeft: cents(450n),
  },
  {
    id: 'w-1',
    kind: 'withdrawal',
    state: 'paid',
    amount: cents(11550n),
    at: new Date('2026-10-02T08:00:00.000Z'),
  },
  {
    id: 'r-1',
    kind: 'reward',
    state: 'withdrawn',
    amount: cents(11550n),
    at: new Date('2026-09-01T10:00:00.000Z'),
  },
  {
    id: 't-1',
    kind: 'thank-you',
    state: 'available',
    amount: cents(50n),
    at: new Date('2026-08-31T10:00:00.000Z'),
    survey: 'Survey 1\u202f001',
  },
  {
    id: 's_1',
    kind: 'ended',
    state: 'did-not-qualify',
    amount: cents(0n),
    at: new Date('2026-08-31T10:00:00.000Z'),
    survey: 'Survey 1\u202f001',
    minutes: 6,
  },
];

export const GOLDEN_RESPONSES = {
  registrationCheck: {
    product: 'Bua',
    value: check,
    body: {
      status: 'approved',
      bua_second_round_survey_link: 'https://panel.example/profiling-second-round',
      bua_quarterly_survey_link: null,
      bua_yearly_survey_link: 'https://panel.example/profiling-yearly',
      ...Object.fromEntries(PARTNERS.map((partner) => [PARTNER_BUTTONS[partner].linkField, null])),
      cint_match_survey_link: '/api/v2/cint-match-integration/response/entrylink',
      cint_router_survey_link: '/api/v2/cint/response/entrylink',
      purespectrum_entry_link: null,
      available_reward: 1275.5,
      pending_reward: 9,
      total_rewards: 200,
      survey_estimates: { 'cint-match': 'usually R9–R14, about 12 minutes' },
    },
  },
  history: {
    value: history,
    body: {
      entries: [
        {
          id: 's_3',
          kind: 'finished',
          state: 'waiting',
          amount: 0,
          date: '2026-11-14T23:00:00.000Z',
          survey: 'Survey 48\u202f213',
          shown: 14.5,
          session: 's_3',
        },
        {
          id: 's_2',
          kind: 'started',
          state: 'reported',
          amount: 0,
          date: '2026-11-14T22:40:00.000Z',
          answer_by: '2026-11-20',
        },
        {
          id: 'r-4',
          kind: 'reward',
          state: 'pending',
          amount: 9,
          date: '2026-11-14T22:30:00.000Z',
          available_on: '2026-11-29',
          notes: [{ text: 'We have added R9 to your balance.', day: '2026-11-15' }],
        },
        {
          id: 'reversal:r-2',
          kind: 'reversal',
          state: 'reversed',
          amount: 16,
          date: '2026-10-03T08:00:00.000Z',
          notes: [{ text: 'The partner took this reward back: some answers contradict each other.' }],
          debt: 16,
          debt_left: 4.5,
        },
        { id: 'w-1', kind: 'withdrawal', state: 'paid', amount: 115.5, date: '2026-10-02T08:00:00.000Z' },
        { id: 'r-1', kind: 'reward', state: 'withdrawn', amount: 115.5, date: '2026-09-01T10:00:00.000Z' },
        {
          id: 't-1',
          kind: 'thank-you',
          state: 'available',
          amount: 0.5,
          date: '2026-08-31T10:00:00.000Z',
          survey: 'Survey 1\u202f001',
        },
        {
          id: 's_1',
          kind: 'ended',
          state: 'did-not-qualify',
          amount: 0,
          date: '2026-08-31T10:00:00.000Z',
          survey: 'Survey 1\u202f001',
          minutes: 6,
        },
      ],
    },
  },
} as const;
