import type { CodesPageData, UnknownCode } from '@panel/api/partners/codes-page';
import { ago, HOUR, series } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

const UNKNOWN_CODE: UnknownCode = {
  partner: 'purespectrum',
  code: '21>47b',
  sessions: 214,
  finished: 31,
  notFinished: 177,
  firstAt: ago(9 * 24 * HOUR),
  lastAt: ago(12),
  lastEvent: '88123',
  proposal: null,
};
const OPEN_CODE: CodesPageData['open'] = {
  ...UNKNOWN_CODE,
  list: {
    rows: series(3, (index) => ({
      session: `s_5c0e91b7a2d84f1e9b30c6aa71f2d80${index}`,
      enteredAt: ago((index + 1) * HOUR),
      returned: index === 0 ? null : 'finished',
      outcome: 'technical',
    })),
    total: 214,
    newer: null,
    older: '50',
  },
};

const CODES: CodesPageData = {
  unknown: [
    UNKNOWN_CODE,
    {
      ...UNKNOWN_CODE,
      partner: 'cint-match',
      code: '3/588',
      sessions: 4,
      finished: 4,
      notFinished: 0,
      proposal: 'P-319',
    },
  ],
  mapped: [{ partner: 'cint-router', code: 'qf-soft', outcome: 'overquota', mappedAt: ago(97 * HOUR), proposal: null }],
  builtIn: [
    { partner: 'cint-match', sender: 'marketplace', code: '40', outcome: 'overquota', meaning: 'quota full' },
    { partner: 'cint-match', sender: 'client', code: '10', outcome: 'complete', meaning: 'complete' },
    { partner: 'cint-match', sender: 'client', code: '930', outcome: 'reversed', meaning: 'fraud' },
    { partner: 'cint-router', sender: null, code: 'term', outcome: 'screenout', meaning: 'terminated' },
    { partner: 'purespectrum', sender: null, code: '20', outcome: 'quality', meaning: 'buyer’s quality termination' },
  ],
  open: OPEN_CODE,
};

export const codesFixture: PageFixture<'codes'> = {
  data: CODES,
  states: [
    { path: '/codes', heading: 'Sessions with PureSpectrum 21>47b' },
    { path: '/codes', heading: 'Map a partner’s code', press: 'Map to an outcome…' },
    { path: '/codes?view=purespectrum', heading: 'Built-in codes' },
  ],
};
