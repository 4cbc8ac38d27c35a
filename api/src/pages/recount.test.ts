/** Every figure of every page is what the plain rows say, counted in the most direct way, on a generated panel. */

import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { beforeAll, expect, it } from 'vitest';
import { type GeneratedPanel, generatePanel } from '../../test/generated-panel.ts';
import { type PlainRows, plainRows } from '../../test/plain-rows.ts';
import { useConsole } from '../console/console.testing.ts';
import type { AuditPageData } from './audit.ts';
import { checkMoneyPages } from './recount-money.testing.ts';
import { checkPanelPages } from './recount-panel.testing.ts';
import { checkPeoplePages } from './recount-people.testing.ts';

const { kit, signIn } = useConsole();
const SEED = 20261118;
const DAYS = 36;
let world: GeneratedPanel;

beforeAll(async () => {
  const { clock, db, vault, config } = kit();
  const browsers = { support: () => signIn('support-1', 'support'), finance: () => signIn('finance-1', 'finance') };
  const { diary, people } = await generatePanel(kit(), browsers, { seed: SEED, days: DAYS });
  const [day, night] = [...diary].at(-1) ?? [];
  if (!day || !night) throw new Error('The diary is empty.');
  const [auditor, support] = [await signIn('auditor-1', 'auditor'), await browsers.support()];
  world = {
    diary,
    people,
    day,
    night,
    now: await plainRows(db),
    at: clock.now(),
    vault,
    pricing: config.pricing,
    page: (name) => auditor.page(name),
    countOf: async (sample) => (await auditor.get(`/api/console/sample-count?${sample}`)).json().people,
    async cardOf(did) {
      const { card } = (await support.operate('open-card', { did, reason: 'asked by chat' })).json();
      return (await support.page(`people?card=${card}`)).card;
    },
  };
});

it('the panel has every state in it', () => {
  const { now } = world;
  const statesOf = (table: keyof PlainRows) => new Set(now[table].map(({ state }) => state));
  expect(new Set(now.panelists.map(({ status }) => status))).toEqual(new Set(PANELIST_STATUSES));
  expect(statesOf('rewards')).toEqual(new Set(['pending', 'available', 'reversed', 'forfeited']));
  for (const state of ['reserved', 'paid', 'returned', 'needs-review'])
    expect(statesOf('withdrawals')).toContain(state);
  expect(new Set(now.disputes.map(({ outcome }) => outcome))).toEqual(new Set([null, 'credited', 'declined']));
  expect(now.disputes.some(({ partner_asked_at: asked, outcome }) => asked && !outcome)).toBe(true);
  expect(now.proposals.some(({ state, ends_at: ends }) => state === 'open' && ends > world.at)).toBe(true);
  expect(now.wallets.some(({ owed }) => Number(owed) < 0)).toBe(true);
  expect(now.partner_events.some(({ is_withheld: isWithheld }) => isWithheld)).toBe(true);
});

checkPanelPages(() => world);
checkMoneyPages(() => world);
checkPeoplePages(() => world);

it('Audit: how many entries each tab has', async () => {
  await world.cardOf(world.people[0] ?? '');
  const { counts } = await world.page<AuditPageData>('audit');
  const { rows } = await kit().db.query('select operation, second_actor from audit');
  const countOf = (...operations: string[]) =>
    rows.filter((row) => !row.second_actor && operations.includes(row.operation)).length;
  const viewed = countOf('open-card', 'open-disputed-card', 'export-audit', 'save-csv');
  const system = countOf('sign-in', 'sign-in-refused', 'end-sign-ins', 'release-account');
  expect(counts).toEqual({ viewed, system, changed: rows.length - viewed - system });
  expect(viewed).toBeGreaterThan(0);
});
