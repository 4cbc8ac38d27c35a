import { MINUTE_MS } from '@panel/domain/durations';
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { api, pattern } from '@panel/domain/paths';
import { HISTORY_SCHEMA } from '@panel/domain/rewards/history';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../platform/dependencies.ts';
import { panelistHistory } from './balances.ts';
import { openWithdrawals } from './withdraw.ts';

type OfDid = { Params: { did: string } };

export function rewardRoutes(app: FastifyInstance, deps: Dependencies): void {
  const requestWithdrawal = openWithdrawals(deps);
  app.get<OfDid>(
    pattern(api.withdraw),
    {
      config: { changesState: true, priority: 'money', limit: { calls: 5, periodMs: MINUTE_MS } },
      schema: {
        summary:
          'Withdraw the whole available reward; true when accepted, false under R50, when not approved, or after ten that came back in a day',
        response: { 200: { type: 'boolean' } },
      },
    },
    (request) => request.database.waitFor(requestWithdrawal(request.params.did)),
  );

  app.get<OfDid>(
    pattern(api.history),
    {
      schema: {
        summary: 'What the balances are made of, and the surveys that may still become part of them, newest first',
        response: { 200: { ...HISTORY_SCHEMA, examples: [GOLDEN_RESPONSES.history.body] } },
      },
    },
    (request) => panelistHistory(deps, request.params.did),
  );
}
