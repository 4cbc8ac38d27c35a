import { MINUTE_MS } from '@panel/domain/durations';
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { api, pattern } from '@panel/domain/paths';
import { MINIMUM_WITHDRAWAL_RAND } from '@panel/domain/rewards/amounts';
import { historySchema } from '@panel/domain/rewards/history';
import { WITHDRAWAL_LIMITS } from '@panel/domain/rewards/withdrawal';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../platform/dependencies.ts';
import { refuse } from '../platform/http/limits.ts';
import { panelistHistory } from './history.ts';
import { requestWithdrawal } from './withdraw.ts';

type OfDid = { Params: { did: string } };

type RewardDependencies = Dependencies & { readonly config: { readonly rateLimits: boolean } };

export function rewardRoutes(app: FastifyInstance, deps: RewardDependencies): void {
  const limits = deps.config.rateLimits ? WITHDRAWAL_LIMITS : [];
  app.get<OfDid>(
    pattern(api.withdraw),
    {
      config: { changesState: true, priority: 'money', limit: { calls: 5, periodMs: MINUTE_MS } },
      schema: {
        summary: `Withdraw the whole available reward; true if accepted, false under R${MINIMUM_WITHDRAWAL_RAND}, if not approved, or if the last ones all came back; 429 after too many new ones`,
        response: { 200: { type: 'boolean' } },
      },
    },
    async (request, reply) => {
      const decision = await requestWithdrawal({ ...deps, database: request.database }, request.params.did, limits);
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
