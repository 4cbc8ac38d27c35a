import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { auditOf, type Browser, useConsole } from '../console/console.testing.ts';
import { ENOUGH, payoutForReview } from '../rewards/rewards.testing.ts';
import type { AuditEntry } from './audit.ts';

const { kit, signIn } = useConsole();
let finance1: Browser;
let finance2: Browser;
let auditor: Browser;
beforeAll(() => kit().clock.set(NOW));
beforeEach(async () => {
  [finance1, finance2] = [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
  auditor = await signIn('auditor-1', 'auditor');
});

const entries = async (query: string): Promise<AuditEntry[]> => (await auditor.page(`audit?${query}`)).entries.rows;
const search = (text: string) => entries(`search=${encodeURIComponent(text)}`);
const propose = async (id: string, reason: string): Promise<string> =>
  (await finance1.operate('resolve-payout', { id, outcome: 'not-issued', reason })).json().proposal;

describe('T27: the audit', () => {
  it('has the proposal and its amount with each entry about it, and finds them by its number', async () => {
    const { id } = await payoutForReview(kit());
    const proposal = await propose(id, 'asked the issuer');
    await finance2.refuse(proposal, 'which ticket?');
    const second = await propose(id, 'ticket 55121');
    await finance2.approve(second, 'seen');
    expect((await entries('')).slice(0, 5)).toMatchObject([
      {
        what: 'Resolve a payout: It did not issue the voucher and will not',
        kind: 'approved',
        proposal: second,
        amount: ENOUGH,
      },
      {
        what: 'Approved: Resolve a payout: It did not issue the voucher and will not',
        proposal: second,
        amount: ENOUGH,
      },
      {
        what: 'Proposed: Resolve a payout: It did not issue the voucher and will not',
        proposal: second,
        amount: ENOUGH,
      },
      { what: 'Refused: Resolve a payout: It did not issue the voucher and will not', proposal, amount: ENOUGH },
      { what: 'Proposed: Resolve a payout: It did not issue the voucher and will not', proposal, amount: ENOUGH },
    ]);
    expect((await search(second)).filter((entry) => entry.proposal === second)).toHaveLength(3);
    expect((await entries('operation=resolve-payout'))[0]).toMatchObject({ proposal: second, amount: ENOUGH });
  });

  it('is searched by words of the reason, the account and the operation, the last one perhaps not whole', async () => {
    await finance1.operate('freeze-payouts', { reason: 'Two vouchers (Zoë’s) for one reference' });
    const found = async (text: string) => (await search(text)).some(({ reason }) => reason?.startsWith('Two vouchers'));
    for (const text of ['vouchers', 'VOUCHERS two', 'vouch', 'Zoë', 'finance-1 vouchers', 'payouts freeze voucher'])
      expect(await found(text), text).toBe(true);
    for (const text of ['vouchers three', 'ouchers', '', "x' or true", '()', ':*', '%']) {
      if (text !== '') expect(await found(text), text).toBe(false);
      expect((await auditor.get(`/api/console/pages/audit?search=${encodeURIComponent(text)}`)).statusCode).toBe(200);
    }
  });

  it('has an entry for each refused approval, with the reason for the refusal', async () => {
    const { id } = await payoutForReview(kit());
    const proposal = await propose(id, 'asked the issuer');
    expect((await finance1.approve(proposal)).statusCode).toBe(409);
    expect((await entries(''))[0]).toMatchObject({
      account: 'finance-1',
      kind: 'refused',
      what: 'Approval refused: Resolve a payout: It did not issue the voucher and will not',
      proposal,
      amount: ENOUGH,
      reason: 'You proposed this, so someone else must approve it.',
    });
    expect((await (await signIn('support-1', 'support')).approve(proposal)).statusCode).toBe(409);
    expect((await entries(''))[0]).toMatchObject({ account: 'support-1', reason: 'Only finance may approve this.' });
    const count = (await auditOf(kit())).length;
    expect((await finance2.approve('P-999999')).statusCode).toBe(409);
    expect(await auditOf(kit())).toHaveLength(count);
  });

  it('says what was done in words, not in the codes that it is kept by', async () => {
    await kit().db.query(`
      insert into audit (at, actor, role, operation, step, inputs, reason) values
        (now(), 'finance-1', 'finance', 'an-earlier-one', 'done', '{"to": "x"}', null),
        (now(), 'finance-1', 'finance', 'sign-in', 'system', '{}', 'Firefox on Linux'),
        (now(), 'finance-1', 'finance', 'read-statement', 'done', '{"month": "2026-10", "partner": "cint-match"}', null),
        (now(), 'support-1', 'support', 'set-status', 'done', '{"to": "blocked"}', null),
        (now(), 'support-1', 'support', 'save-csv', 'viewed', '{"page": "money", "table": "flows"}', null)`);
    const [saved, ...changes] = (await entries('')).slice(0, 5);
    expect(saved).toMatchObject({ what: 'Save a table as CSV: money flows', kind: 'looked' });
    expect(changes.map(({ what }) => what)).toEqual([
      'Change the status: Blocked',
      'Upload a partner’s statement: Cint Match, October 2026',
      'Signed in',
      'an-earlier-one',
    ]);
    expect(changes[2]?.reason).toBe('finance, Firefox on Linux');
  });

  it('counts what was viewed, what was changed and the system’s own entries, and lists one of them', async () => {
    const { id } = await payoutForReview(kit());
    await auditor.get('/api/console/pages/disputes?format=csv&table=disputes');
    await finance2.refuse(await propose(id, 'asked the issuer'), 'which ticket?');
    const tabOf = async (kind: string, filters = 'from=2026-01-01') => auditor.page(`audit?${filters}&kind=${kind}`);
    const all = await tabOf('');
    const rowsOf = (...kinds: string[]) => all.entries.rows.filter(({ kind }: AuditEntry) => kinds.includes(kind));
    const expected = {
      viewed: rowsOf('looked'),
      changed: rowsOf('did', 'proposed', 'approved', 'refused'),
      system: rowsOf('system'),
    };
    const { viewed, changed, system } = expected;
    expect(all.entries.rows).toHaveLength(all.entries.total);
    expect(Math.min(viewed.length, changed.length, system.length)).toBeGreaterThan(0);
    for (const [kind, rows] of Object.entries(expected)) {
      const { counts, entries } = await tabOf(kind);
      expect(counts).toEqual({ viewed: viewed.length, changed: changed.length, system: system.length });
      expect(entries).toMatchObject({ rows, total: rows.length });
    }
    expect(await tabOf('unknown')).toEqual(all);
    const { counts, entries } = await tabOf('system', 'account=auditor-1&search=auditor');
    expect([counts.changed, entries.total]).toEqual([0, counts.system]);
  });

  it('pages through a tab, and exports it', async () => {
    await kit().db.query(`
      insert into audit (at, actor, operation, step)
      select now(), 'support-9', case n % 2 when 0 then 'open-card' else 'add-note' end,
        case n % 2 when 0 then 'viewed' else 'done' end
      from generate_series(1, 120) n`);
    const first = await auditor.page('audit?account=support-9&kind=viewed');
    const second = await auditor.page(
      `audit?account=support-9&kind=viewed&cursor=${encodeURIComponent(first.entries.older)}`,
    );
    expect([first.entries.rows.length, second.entries.rows.length, second.entries.older]).toEqual([50, 10, null]);
    expect([...first.entries.rows, ...second.entries.rows].every(({ kind }) => kind === 'looked')).toBe(true);
    const filters = 'account=support-9&kind=viewed';
    const { content } = (await auditor.operate('export-audit', { filters, reason: 'x' })).json().file;
    expect(content.trimEnd().split('\r\n')).toHaveLength(61);
  });

  it('is exported with a reason, which it keeps, and not without', async () => {
    await finance1.operate('freeze-payouts', { reason: 'a doubt' });
    const refused = await auditor.operate('export-audit', { filters: 'account=finance-1' });
    expect(refused.json().errors).toEqual([{ field: 'reason', message: 'Required.' }]);
    // It is half past twelve at night in South Africa.
    kit().clock.set('2026-11-15T22:30:00Z');
    auditor = await signIn('auditor-1', 'auditor');
    const csv = await auditor.get('/api/console/pages/money?format=csv&table=flows');
    expect(csv.headers['content-disposition']).toContain('money-flows-2026-11-16.csv');
    const filters = 'account=finance-1&search=doubt&from=2026-01-01';
    const answer = await auditor.operate('export-audit', { filters, reason: 'yearly check' });
    const { name, content } = answer.json().file;
    expect(name).toBe('audit-2026-11-16.csv');
    const lines = content.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\ufeffid,at,account,accountId,kind,what,subject,proposal,amountRand,reason');
    expect(lines.slice(1).every((line: string) => line.includes('a doubt'))).toBe(true);
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      actor: 'auditor-1',
      operation: 'export-audit',
      step: 'viewed',
      subject: 'account=finance-1&from=2026-01-01',
      reason: 'yearly check',
    });
    expect((await auditor.get('/api/console/pages/audit?format=csv&table=entries')).statusCode).toBe(404);
  });
});
