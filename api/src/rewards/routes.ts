import { api, pattern } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { identify } from '../platform/identify.ts';

export function rewardRoutes(app: FastifyInstance, { database, vault }: Dependencies): void {
  app.get<{ Params: { did: string } }>(
    pattern(api.withdraw),
    {
      config: { changesState: true },
      schema: {
        summary: 'Withdraw the whole available reward; true when accepted, false under R50 or when not approved',
        response: { 200: { type: 'boolean' } },
      },
    },
    async (request) => {
      await identify(database, vault, request.params.did);
      // Every balance is nothing until a survey partner is connected (balances.ts), and so under R50.
      return false;
    },
  );
}
