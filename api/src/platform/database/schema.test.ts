/** Compares the schema with docs/schema.md and with the values in the code. */
import { readFileSync } from 'node:fs';
import { STATEMENT_VERDICTS } from '@panel/domain/console/money-pages';
import { ROLES } from '@panel/domain/console/pages';
import { DISPUTE_KINDS } from '@panel/domain/disputes/disputes';
import { MESSAGE_KINDS, MESSAGE_STATES } from '@panel/domain/messages';
import { CONSENT_PURPOSES } from '@panel/domain/panelists/consents';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { REVERSAL_REASONS } from '@panel/domain/partners/outcomes';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';
import { LEDGER_ACCOUNTS, TRANSFER_KINDS } from '@panel/domain/rewards/money';
import { REWARD_STATES } from '@panel/domain/rewards/pricing';
import { WITHDRAWAL_STATES } from '@panel/domain/rewards/withdrawal';
import { describe, expect, it } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { CONSENT_CHANNELS } from '../../panelists/consents.ts';
import { EVENT_TRUSTS } from '../../partners/locked-session.ts';
import { BROWSER_FAMILIES } from '../../web/browsers.ts';
import { CALL_RESULTS } from '../parties/party-calls.ts';

const kit = useKit();
const page = readFileSync(new URL('../../../../docs/schema.md', import.meta.url), 'utf8');
const names = async (text: string): Promise<string[]> =>
  (await kit().db.query<{ name: string }>(text)).rows.map(({ name }) => name);

describe('docs/schema.md', () => {
  it('lists every table', async () => {
    const tables = await names(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const listed = [...page.matchAll(/^\| `(\w+)` \| `\w+` \|.*\. \|$/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(tables.sort());
  });

  it('draws every foreign key', async () => {
    const keys = await names(`
      select confrelid::regclass || ' ' || conrelid::regclass || ' ' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace`);
    const drawn = [...page.matchAll(/^ {2}(\w+) \S+--\S+ (\w+) : (\w+)$/gm)].map(([, ...edge]) => edge.join(' '));
    expect(drawn.sort()).toEqual(keys.sort());
  });
});

describe('the migrations', () => {
  it('have few functions, and only short ones', async () => {
    const { rows } = await kit().db.query<{ functions: number; lines: number }>(`
      select count(*)::int as functions, sum(cardinality(string_to_array(pg_get_functiondef(oid), E'\\n')))::int as lines
      from pg_proc where pronamespace = 'public'::regnamespace`);
    expect(rows[0]?.functions).toBeLessThanOrEqual(25);
    expect(rows[0]?.lines).toBeLessThanOrEqual(350);
  });

  it.each([
    ['panelists', 'status', PANELIST_STATUSES],
    ['tombstones', 'status', PANELIST_STATUSES],
    ['consents', 'purpose', CONSENT_PURPOSES],
    ['consents', 'channel', CONSENT_CHANNELS],
    ['profiling_due', 'survey', PROFILING_SURVEYS],
    ['rewards', 'state', REWARD_STATES],
    ['withdrawals', 'state', WITHDRAWAL_STATES],
    ['transfers', 'kind', TRANSFER_KINDS],
    ['postings', 'account', LEDGER_ACCOUNTS],
    ['messages', 'kind', MESSAGE_KINDS],
    ['messages', 'state', MESSAGE_STATES],
    ['disputes', 'kind', DISPUTE_KINDS],
    ['partner_events', 'reason', REVERSAL_REASONS],
    ['partner_events', 'trust', EVENT_TRUSTS],
    ['partner_statement_rows', 'verdict', STATEMENT_VERDICTS],
    ['party_calls', 'result', CALL_RESULTS],
    ['operator_sessions', 'role', ROLES],
    ['page_views', 'family', BROWSER_FAMILIES],
  ])('allow in %s.%s the values that the code uses', async (table, column, values) => {
    const checks = await names(`
      select pg_get_constraintdef(c.oid) as name
      from pg_attribute a join pg_constraint c on c.contype = 'c' and (c.contypid = a.atttypid or c.conrelid = a.attrelid and c.conkey = array[a.attnum])
      where a.attrelid = '${table}'::regclass and a.attname = '${column}'`);
    const allowed = checks.flatMap((check) => [...check.matchAll(/'([^'%]+)'/g)].map(([, value]) => value));
    expect(allowed.sort()).toEqual([...values].sort());
  });
});
