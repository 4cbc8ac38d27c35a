/** A partner's statement of a month: every session that it counted as complete, and whether it still does. */
import { inSouthAfrica } from './clock.ts';
import { type HandlerResult, json, type SandboxRequest } from './http.ts';
import type { State } from './state.ts';

export function statement(state: State, party: string, { query }: SandboxRequest): HandlerResult {
  const month = query.get('month') ?? '';
  if (!/^\d{4}-\d{2}$/.test(month)) return json(400, { error: 'month must be yyyy-MM' });
  const rows = [...state.sessions.values()]
    .filter((session) => session.party === party && session.standing !== null)
    .filter(({ startedAt }) => inSouthAfrica(startedAt).startsWith(month))
    .map(({ id, standing, usd }) => [id, standing === 'reversed' ? 'reversed' : 'complete', usd].join(';'));
  return {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: ['session;status;amount', ...rows, ''].join('\n'),
  };
}
