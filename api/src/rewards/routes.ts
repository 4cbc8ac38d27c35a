import { MINUTE_MS } from '@panel/domain/durations';
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { api, pattern } from '@panel/domain/paths';
import { HISTORY_SCHEMA } from '@panel/domain/rewards/history';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../platform/dependencies.ts';
import { refuse } from '../platform/limits.ts';
import { panelistHistory } from './balances.ts';
import { openWithdrawals } from './withdraw.ts';

type OfDid = { Params: { did: string } };

/** New ones of one device within 24 hours; asking again for one that is open is none. */
const WITHDRAWALS_A_DAY = 3;

type RewardDependencies = Dependencies & { readonly config: { readonly rateLimits: boolean } };

export function rewardRoutes(app: FastifyInstance, deps: RewardDependencies): void {
  const requestWithdrawal = openWithdrawals(deps, deps.config.rateLimits ? WITHDRAWALS_A_DAY : null);
  app.get<OfDid>(
    pattern(api.withdraw),
    {
      config: { changesState: true, priority: 'money', limit: { calls: 5, periodMs: MINUTE_MS } },
      schema: {
        summary:
          'Withdraw the whole available reward; true when accepted, false under R50, when not approved, or after ten that came back in a day; 429 after three new ones in a day',
        response: { 200: { type: 'boolean' } },
      },
    },
    async (request, reply) => {
      const { accepted, retryAt } = await request.database.waitFor(requestWithdrawal(request.params.did));
      refuse(reply, retryAt && Math.ceil((retryAt.getTime() - deps.clock.now().getTime()) / 1000));
      return accepted;
    },
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
