import { PARTNERS } from '@panel/domain/partners/partners';
import { api, pattern } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { identify } from '../platform/identify.ts';

export function partnerRoutes(app: FastifyInstance, { database, vault }: Dependencies): void {
  for (const partner of PARTNERS)
    app.get<{ Params: { did: string } }>(
      pattern(api.entryLink(partner)),
      {
        config: { changesState: true },
        schema: {
          summary: `An entry link to a survey of ${partner}; an empty url when there is none`,
          response: { 200: { type: 'object', properties: { url: { type: 'string' } } } },
        },
      },
      async (request) => {
        await identify(database, vault, request.params.did);
        // No partner is connected yet: nobody has a survey.
        return { url: '' };
      },
    );
}
