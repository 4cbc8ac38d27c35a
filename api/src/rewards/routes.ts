import { MINUTE_MS } from '@panel/domain/durations';
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { api, pattern } from '@panel/domain/paths';
import { historySchema } from '@panel/domain/rewards/history';
import { MAX_WITHDRAWALS } from '@panel/domain/rewards/withdrawal';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../platform/dependencies.ts';
import { refuse } from '../platform/http/limits.ts';
import { panelistHistory } from './balances.ts';
import { requestWithdrawal } from './withdraw.ts';

type OfDid = { Params: { did: string } };

type RewardDependencies = Dependencies & { readonly config: { readonly rateLimits: boolean } };

export function rewardRoutes(app: FastifyInstance, deps: RewardDependencies): void {
  const maxWithdrawals = deps.config.rateLimits ? MAX_WITHDRAWALS : null;
  app.get<OfDid>(
    pattern(api.withdraw),
    {
      config: { changesState: true, priority: 'money', limit: { calls: 5, periodMs: MINUTE_MS } },
      schema: {
        summary:
          'Withdraw the whole available reward; true if accepted, false under R50, if not approved, or after ten returned in a day; 429 after three new ones in a day',
        response: { 200: { type: 'boolean' } },
      },
    },
    async (request, reply) => {
      const decision = await requestWithdrawal(
        { ...deps, database: request.database },
        request.params.did,
        maxWithdrawals,
      );
      if (typeof decision === 'object')
        refuse(reply, Math.ceil((decision.tooManyUntil.getTime() - deps.clock.now().getTime()) / 1000));
      return decision !== 'refuse';
    },
  );

  app.get<OfDid>(
    pattern(api.history),
    {
      schema: {
        summary: 'What the balances consist of, and the surveys that may still be added, newest first',
        response: { 200: { ...historySchema(), examples: [GOLDEN_RESPONSES.history.body] } },
      },
    },
    (request) => panelistHistory(deps, request.params.did),
  );
}
