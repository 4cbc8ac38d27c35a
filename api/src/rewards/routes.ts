import { southAfricanDate } from '@panel/domain/calendar';
import { api, pattern } from '@panel/domain/paths';
import { toRandNumber } from '@panel/domain/rewards/money';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { identify } from '../platform/identify.ts';
import { history } from './balances.ts';
import { requestWithdrawal } from './withdraw.ts';

type OfDid = { Params: { did: string } };

const HISTORY = {
  type: 'object',
  properties: {
    entries: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          kind: { type: 'string', enum: ['reward', 'withdrawal'] },
          state: { type: 'string', enum: ['pending', 'available', 'reversed', 'processing', 'paid', 'returned'] },
          amount: { type: 'number' },
          date: { type: 'string', format: 'date-time' },
          available_on: { type: 'string', description: 'While pending: the day it becomes available.' },
        },
      },
    },
  },
};

export function rewardRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { database, vault } = deps;
  app.get<OfDid>(
    pattern(api.withdraw),
    {
      config: { changesState: true },
      schema: {
        summary: 'Withdraw the whole available reward; true when accepted, false under R50 or when not approved',
        response: { 200: { type: 'boolean' } },
      },
    },
    (request) => requestWithdrawal(deps, request.params.did),
  );

  app.get<OfDid>(
    pattern(api.history),
    { schema: { summary: 'What the balances are made of, newest first', response: { 200: HISTORY } } },
    async (request) => {
      const panelist = await identify(database, vault, request.params.did);
      const entries = await history(database, panelist.id);
      return {
        entries: entries.map(({ id, kind, state, amount, date, availableOn }) => ({
          id,
          kind,
          state,
          amount: toRandNumber(amount),
          date: date.toISOString(),
          ...(availableOn && { available_on: southAfricanDate(availableOn) }),
        })),
      };
    },
  );
}
