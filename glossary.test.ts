/** The glossary lists every value that the code, the wire and the tables have, and no other. */
import { DEFINITIONS } from '@panel/domain/console/definitions';
import { SETTLEMENT_VERDICTS, STATEMENT_VERDICTS } from '@panel/domain/console/money-pages';
import { AUDIT_KINDS, ROLES } from '@panel/domain/console/pages';
import { TASK_STATES } from '@panel/domain/console/sample-page';
import { PROPOSAL_ENDS } from '@panel/domain/console/today-page';
import { DISPUTE_KINDS, DISPUTE_STATES } from '@panel/domain/disputes/disputes';
import { CONSENT_PURPOSES } from '@panel/domain/panelists/consents';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { OUTCOMES } from '@panel/domain/partners/outcomes';
import { PARTNERS } from '@panel/domain/partners/partners';
import { REVERSAL_REASONS } from '@panel/domain/partners/reversal-reasons';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/schedule';
import { HISTORY_STATES } from '@panel/domain/rewards/history';
import { expect, it } from 'vitest';
import { MESSAGE_KINDS, MESSAGE_STATES } from './api/src/messages/outbox.ts';
import { CONSENT_CHANNELS } from './api/src/panelists/consents.ts';
import { TRUSTS } from './api/src/partners/partner.ts';
import { CALL_RESULTS } from './api/src/platform/party-calls.ts';
import { ACCOUNTS, TRANSFER_KINDS } from './api/src/rewards/ledger.ts';
import { REWARD_CHANGES, REWARD_STATES } from './api/src/rewards/rewards.ts';
import { WITHDRAWAL_STATES } from './domain/src/rewards/withdrawal.ts';
import { allFiles, read } from './repository.testing.ts';

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'Status of a panelist': PANELIST_STATUSES,
  'Profiling survey': PROFILING_SURVEYS,
  Partner: PARTNERS,
  'Outcome of a session': OUTCOMES,
  'Trust of an event': TRUSTS,
  'State of a reward': REWARD_STATES,
  'Change of a reward, by an event': REWARD_CHANGES,
  'State of a withdrawal': WITHDRAWAL_STATES,
  'Kind of a transfer': TRANSFER_KINDS,
  Account: ACCOUNTS,
  'Kind of a message': MESSAGE_KINDS,
  'State of a message': MESSAGE_STATES,
  'Kind of an entry of the history': Object.keys(HISTORY_STATES),
  'State of an entry of the history': [...new Set(Object.values(HISTORY_STATES).flat())],
  'Kind of a dispute': DISPUTE_KINDS,
  'State of a dispute': DISPUTE_STATES,
  'Reason of a reversal': REVERSAL_REASONS,
  'Purpose of a consent': CONSENT_PURPOSES,
  'Channel of a consent': CONSENT_CHANNELS,
  'Role of an operator': ROLES,
  'Kind of an audit entry': AUDIT_KINDS,
  'End of a proposal': PROPOSAL_ENDS,
  'State of a research task': TASK_STATES,
  'Verdict on a settlement': SETTLEMENT_VERDICTS,
  'Verdict on a row of a statement': STATEMENT_VERDICTS,
  'Result of a call to a party': CALL_RESULTS,
};

const sections = read('docs/glossary.md').split(/^### /m).slice(1);
const listed = Object.fromEntries(
  sections.map((section) => [
    section.split('\n')[0],
    [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, value]) => value),
  ]),
);

it('docs/glossary.md has the values of the code', () => {
  expect(listed).toEqual(VALUES);
});

it('docs/glossary.md has the definitions of the console’s figures', () => {
  const glossary = read('docs/glossary.md');
  for (const { word, text } of Object.values(DEFINITIONS)) expect(glossary).toContain(`| ${word} | ${text} |`);
});

const statements = allFiles
  .filter((file) => file.startsWith('api/migrations/'))
  .sort()
  .map(read)
  .flatMap((text) => text.split(/(?=^(?:create|alter) (?:table|domain) )/m));

/** The last match of a pattern in the statements that create or alter a table or domain; null where there is none. */
const lastOf = (subject: string, pattern: RegExp): string | null =>
  statements
    .filter((statement) => new RegExp(`^(create|alter) ${subject}\\b`).test(statement))
    .flatMap((statement) => [...statement.matchAll(pattern)])
    .at(-1)?.[1] ?? null;

/** The values that the last check of a column allows: its domain's, where the migrations gave it one, otherwise the table's. */
function allowedBy(table: string, column: string): string[] {
  const domain = lastOf(`table ${table}`, new RegExp(`\\balter (?:column )?${column} type (\\w+)`, 'g'));
  const [subject, checked] = domain === null ? [`table ${table}`, column] : [`domain ${domain}`, 'value'];
  const values = lastOf(subject, new RegExp(`check \\(${checked} in\\s*\\(([^)]*)\\)`, 'g')) ?? '';
  return [...values.matchAll(/'([^']+)'/g)].map(([, value]) => value as string);
}

it.each([
  ['panelists', 'status', PANELIST_STATUSES],
  ['profiling_due', 'survey', PROFILING_SURVEYS],
  ['rewards', 'state', REWARD_STATES],
  ['withdrawals', 'state', WITHDRAWAL_STATES],
  ['transfers', 'kind', TRANSFER_KINDS],
  ['postings', 'account', ACCOUNTS],
  ['messages', 'kind', MESSAGE_KINDS],
  ['messages', 'state', MESSAGE_STATES],
  ['disputes', 'kind', DISPUTE_KINDS],
  ['partner_events', 'reason', REVERSAL_REASONS],
  ['partner_events', 'trust', TRUSTS],
  ['partner_statement_rows', 'verdict', STATEMENT_VERDICTS],
  ['party_calls', 'result', CALL_RESULTS],
])('the table %s allows the same values of %s', (table, column, values) => {
  expect(allowedBy(table, column).sort()).toEqual([...values].sort());
});
