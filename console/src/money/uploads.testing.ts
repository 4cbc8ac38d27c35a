import type { StatementPageData } from '@panel/api/partners/statement-page';
import type { SettlementPageData } from '@panel/api/rewards/settlement-page';
import type { SettlementRow } from '@panel/domain/console/upload-pages';
import { ago } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';
import { FREEZE, MONEY } from './money.testing.ts';

const row = (change: Partial<SettlementRow>): SettlementRow => ({
  reference: 'W0123456789abcdef0123456789abcdef',
  transaction: 'T-88214',
  ours: null,
  theirs: 6_200,
  verdict: 'theirs-only',
  state: null,
  needsAttention: true,
  toWriteOff: 6_200,
  payout: null,
  asked: null,
  writtenOffAt: null,
  proposal: null,
  ...change,
});
const [FIRST_FILE] = [MONEY.settlement].flatMap((file) => file ?? []);

const SETTLEMENT: SettlementPageData = {
  frozen: FREEZE,
  file: FIRST_FILE ?? null,
  show: 'open',
  counts: { open: 5, ours: 1, theirs: 3, amount: 1, matched: 1_054, all: 1_059 },
  totals: [
    {
      result: 'matched',
      ours: { count: 1_054, amount: 6_134_160 },
      theirs: { count: 1_054, amount: 6_134_160 },
      open: 0,
    },
    { result: 'ours', ours: { count: 1, amount: 10_989 }, theirs: { count: 0, amount: 0 }, open: 1 },
    { result: 'theirs', ours: { count: 0, amount: 0 }, theirs: { count: 3, amount: 19_358 }, open: 3 },
    { result: 'amount', ours: { count: 1, amount: 8_100 }, theirs: { count: 1, amount: 1_800 }, open: 1 },
  ],
  alarming: { count: 2, amount: 12_050 },
  rows: {
    rows: [
      row({}),
      row({
        reference: 'Wb6f10b936bb047c585f27a915f94468c',
        verdict: 'issued-and-returned',
        ours: 5_850,
        theirs: 5_850,
        toWriteOff: 5_850,
        state: 'returned',
        proposal: 'P-318',
      }),
      row({
        reference: 'W6844097e5ce847908576a81d145962ee',
        verdict: 'still-open',
        ours: 7_308,
        theirs: 7_308,
        toWriteOff: null,
        state: 'needs-review',
        payout: '6f1f4f10-0000-4000-8000-000000000002',
      }),
      row({
        reference: 'W3a307c92815940cd8b878f3cb2c3adbe',
        verdict: 'amount-differs',
        ours: 8_100,
        theirs: 1_800,
        toWriteOff: -6_300,
        state: 'paid',
      }),
      row({
        reference: 'W9c35a7be79bb4f128024ede384186293',
        transaction: null,
        verdict: 'ours-only',
        ours: 10_989,
        theirs: null,
        toWriteOff: null,
        state: 'paid',
        asked: { by: 'finance-1', at: ago(60) },
      }),
    ],
    total: 5,
    newer: null,
    older: null,
  },
  files: [
    ...(FIRST_FILE ? [FIRST_FILE] : []),
    {
      id: '6',
      day: '2026-11-13',
      uploadedAt: ago(1_800),
      uploadedBy: 'finance-2',
      rows: [{ verdict: 'matched', count: 1_049, amount: 6_013_200 }],
    },
  ],
};

const EARNED = { earnedAt: ago(30_000), state: 'pending' } as const;

const STATEMENT: StatementPageData = {
  shown: MONEY.statements[0] ?? null,
  takenFrom: { people: 3, pending: 1_050, available: 1_500, owed: 600, writtenOff: 0 },
  show: null,
  rows: {
    rows: [
      {
        session: 's_793cf4220c917b853860886599b2ac75',
        verdict: 'reversed',
        amount: 1_050,
        ...EARNED,
        takenBackAt: null,
      },
      {
        session: 's_7f8290996dd9de5798121e8fa462d6e8',
        verdict: 'ours-only',
        amount: 1_050,
        ...EARNED,
        takenBackAt: null,
      },
      {
        session: 's_5bda6a317873a59e01b29a0a9a4d296e',
        verdict: 'matched',
        amount: 1_050,
        ...EARNED,
        takenBackAt: null,
      },
    ],
    total: 2_104,
    newer: null,
    older: '50',
  },
  all: MONEY.statements,
};

export const settlementFixture: PageFixture<'settlement'> = {
  data: SETTLEMENT,
  states: [
    { path: '/settlement?file=7', heading: 'Issuer settlement, 14 Nov 2026' },
    { path: '/settlement?running', heading: 'Issuer settlement, 14 Nov 2026', data: { frozen: null } },
    { path: '/settlement?file=7', heading: 'Write off a voucher', press: 'Write off…' },
  ],
};

export const statementFixture: PageFixture<'statement'> = {
  data: STATEMENT,
  states: [{ path: '/statement?statement=12', heading: 'Cint Match statement, October 2026' }],
};
