import { api, pattern } from '@panel/domain/paths';
import { decodePreference, encodePreference } from '@panel/domain/preferences/preferences';
import type { FastifyInstance } from 'fastify';
import { identify, lockPanelist } from '../identity/panelists.ts';
import type { Statement } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { Problem, requireValid } from '../platform/http/problems.ts';
import { reconsiderInvitationsStatement } from '../profiling/schedule.ts';
import { researchPreference, setResearchPreferenceStatement } from './store.ts';

type OfDid = { Params: { did: string } };

const BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['preference', 'value'],
        properties: {
          preference: { const: 'research' },
          value: { type: 'boolean', description: 'Whether to receive research tasks.' },
        },
      },
    },
  },
  examples: [encodePreference(true)],
};

/** Whether a panelist has opted out of research tasks. */
export async function hasOptedOut(
  { database, vault }: Pick<Dependencies, 'database' | 'vault'>,
  did: string,
): Promise<boolean> {
  const panelist = await identify(database, vault, did);
  const preference = await researchPreference(database, panelist.id);
  if (!preference) throw new Problem('no-preference');
  return !preference.receive;
}

/** `withdrawConsents` is what opting out also withdraws. */
export function preferenceRoutes(
  app: FastifyInstance,
  { database, vault, clock }: Dependencies,
  withdrawConsents: (panelistId: string, at: Date) => Statement,
): void {
  app.get<OfDid>(
    pattern(api.preference),
    {
      schema: { summary: 'Whether a panelist has opted OUT of research tasks', response: { 200: { type: 'boolean' } } },
    },
    (request) => hasOptedOut({ database: request.database, vault }, request.params.did),
  );

  app.put<OfDid>(
    pattern(api.preference),
    {
      schema: {
        summary: 'Opt in or out of research tasks; returns the new value',
        body: BODY,
        response: { 200: { type: 'boolean' } },
      },
    },
    async (request) => {
      const { receive } = requireValid(decodePreference(request.body));
      await database.transaction(async (tx) => {
        const panelist = await lockPanelist(tx, vault, request.params.did);
        const at = clock.now();
        await tx.commitWith(
          setResearchPreferenceStatement(panelist.id, receive, at),
          receive ? reconsiderInvitationsStatement(panelist.id) : withdrawConsents(panelist.id, at),
        );
      });
      return receive;
    },
  );
}
