/** What the test of the plans leaves out, and what it does that no other test helper does. */
import type { FastifyBaseLogger } from 'fastify';
import { proposalAnnouncer } from '../console/proposal-webhook.ts';
import type { AppDependencies } from '../dependencies.ts';
import { attentionWatcher } from '../monitoring/alarms.ts';

/** Tables whose size does not depend on the panel's. */
export const SMALL =
  `ledger_totals payout_freezes claims database_timeline key_checks tasks migrations partner_days keys_to_destroy operator_sessions
  operator_names proposals card_openings panelist_notes daily_figures panel_counts settlement_files partner_blocks
  page_views failed_items party_calls partner_statements partner_code_mappings saved_samples survey_estimates survey_ends survey_lengths
  waived_statements issuer_questions settlement_write_offs`.split(/\s+/);
/** Statements that read no table, or whole tables on purpose, by the beginnings of their texts. */
export const NOT_CHECKED = [
  'select clock_timestamp()',
  'select case when has_database_privilege',
  'select string_agg(name',
  'select count(*)::int from panelists',
  'select (select count(*) from panelists)::int',
  'select max(created_at) from panelist_keys',
  'with sums as (',
  // A sample is planned for its values: much of the panel is read whole. The last test checks what a few people are found by.
  'with matching as (',
  "select set_config('",
  // The nightly snapshot counts the whole panel.
  'set transaction isolation level',
  "select to_char(p.registered_at at time zone 'Africa/Johannesburg'",
  "select s.partner, to_char(s.created_at at time zone 'Africa/Johannesburg'",
  'select s.partner, p.days, percentile_disc',
  'insert into panel_counts',
  "select to_char(s.completed_at at time zone 'Africa/Johannesburg'",
  'select case when q.score is not null then least(q.score / 10, 9) end as band',
  // The figures of a day. Their BRIN indexes need the settings of the product's connections; the last test checks that they are used.
  "select '' as figure",
  'insert into survey_estimates',
  'insert into survey_ends',
  'insert into survey_lengths',
  // Once a day, the whole panel is compared with its scores.
  'insert into quality_scores (panelist_id, due_at)',
  'update quality_scores q set due_at =',
  'select pg_terminate_backend(',
  'select pg_stat_',
  'select from pg_stat_',
];

/** One round of looking for alarms, and one of telling a webhook that can't be reached. */
export async function watchAndAnnounce(deps: AppDependencies, log: FastifyBaseLogger): Promise<void> {
  await attentionWatcher(deps, log)();
  const webhook = { url: 'http://127.0.0.1:1', secrets: [Buffer.alloc(32)] };
  const config = { console: { ...deps.config.console, webhook } };
  await proposalAnnouncer({ ...deps, config }, log, new AbortController().signal)();
}
