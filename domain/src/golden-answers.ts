/*
 * One full example of each answer that is no questionnaire, written out by hand and reviewed against the specification:
 * what the server knows, and the exact body that travels. Tests on both sides of the wire hold to these.
 */
import type { RegistrationCheck } from './panelists/registration-check.ts';
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
    'cint-match': '/api/v2/cint-match-integration/response/entrylink',
    'cint-router': '/api/v2/cint/response/entrylink',
    purespectrum: null,
  },
  available: cents(7550n),
  pending: cents(900n),
  total: cents(20000n),
};

const history: readonly HistoryEntry[] = [
  {
    id: 'r-4',
    kind: 'reward',
    state: 'pending',
    amount: cents(900n),
    at: new Date('2026-11-14T22:30:00.000Z'),
    availableOn: '2026-11-29',
  },
  {
    id: 'w-1',
    kind: 'withdrawal',
    state: 'paid',
    amount: cents(11550n),
    at: new Date('2026-10-02T08:00:00.000Z'),
    availableOn: null,
  },
  {
    id: 'r-1',
    kind: 'reward',
    state: 'withdrawn',
    amount: cents(11550n),
    at: new Date('2026-09-01T10:00:00.000Z'),
    availableOn: null,
  },
];

export const GOLDEN_ANSWERS = {
  registrationCheck: {
    product: 'Bua',
    value: check,
    body: {
      status: 'approved',
      bua_second_round_survey_link: 'https://panel.example/profiling-second-round',
      bua_quarterly_survey_link: null,
      bua_yearly_survey_link: 'https://panel.example/profiling-yearly',
      cint_match_survey_link: '/api/v2/cint-match-integration/response/entrylink',
      cint_router_survey_link: '/api/v2/cint/response/entrylink',
      purespectrum_entry_link: null,
      available_reward: 75.5,
      pending_reward: 9,
      total_rewards: 200,
    },
  },
  history: {
    value: history,
    body: {
      entries: [
        {
          id: 'r-4',
          kind: 'reward',
          state: 'pending',
          amount: 9,
          date: '2026-11-14T22:30:00.000Z',
          available_on: '2026-11-29',
        },
        { id: 'w-1', kind: 'withdrawal', state: 'paid', amount: 115.5, date: '2026-10-02T08:00:00.000Z' },
        { id: 'r-1', kind: 'reward', state: 'withdrawn', amount: 115.5, date: '2026-09-01T10:00:00.000Z' },
      ],
    },
  },
} as const;
