import { GOLDEN } from '@panel/domain/golden';
import { registration } from '@panel/domain/panelists/registration';
import { dateOfBirth, firstLanguage } from '@panel/domain/panelists/stand-alone';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { PARTNER_LINK_FIELDS } from '@panel/domain/partners/partners';
import { api, pattern } from '@panel/domain/paths';
import { SURVEYS } from '@panel/domain/profiling/schedule';
import { payloadSchema } from '@panel/domain/questionnaire/schema';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { lockPanelist } from '../platform/identify.ts';
import { submit } from '../profiling/submit.ts';
import { forfeit } from '../rewards/withdraw.ts';
import { registrationCheck, surveyLinkField } from './check.ts';
import { register } from './register.ts';
import { deletePanelist } from './store.ts';

type OfDid = { Params: { did: string } };

export function panelistRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { config, database, vault, clock } = deps;
  const link = { type: ['string', 'null'] };
  const amount = { type: 'number', minimum: 0 };
  const check = {
    type: 'object',
    properties: {
      status: { type: 'string', enum: PANELIST_STATUSES },
      ...Object.fromEntries(SURVEYS.map((survey) => [surveyLinkField(config.product, survey), link])),
      ...Object.fromEntries(Object.values(PARTNER_LINK_FIELDS).map((field) => [field, link])),
      available_reward: amount,
      pending_reward: amount,
      total_rewards: amount,
    },
  };

  app.get<OfDid>(
    pattern(api.registrationCheck),
    {
      schema: {
        summary: 'Registration check: the status, the links and the rewards of a panelist',
        response: { 200: check },
      },
    },
    (request) => registrationCheck(deps, request.params.did),
  );

  app.post(
    api.register,
    {
      schema: {
        summary: 'Register a panelist; the same registration again within ten minutes gets the same answer',
        body: { ...payloadSchema(registration), examples: [GOLDEN.registration.payload] },
        response: { 201: { type: 'object', properties: { status: { type: 'string', enum: PANELIST_STATUSES } } } },
      },
    },
    async (request, reply) => reply.status(201).send(await register(deps, request.body, request.log)),
  );

  app.delete<OfDid>(
    pattern(api.deleteProfile),
    {
      schema: {
        summary: 'Delete a panelist and everything personal, at once and for good',
        response: { 200: { const: true } },
      },
    },
    async (request) => {
      await database.transaction(async (tx) => {
        const panelist = await lockPanelist(tx, vault, request.params.did);
        await forfeit(tx, panelist.id, clock.now());
        await deletePanelist(tx, panelist.id);
      });
      return true;
    },
  );

  for (const [path, definition, golden, summary] of [
    [api.dateOfBirth, dateOfBirth, GOLDEN.dateOfBirth, 'Submit a date of birth'],
    [api.firstLanguage, firstLanguage, GOLDEN.firstLanguage, 'Submit a first language'],
  ] as const)
    app.put(
      path,
      {
        schema: {
          summary,
          body: { ...payloadSchema(definition), examples: [golden.payload] },
          response: { 200: { const: true } },
        },
      },
      async (request) => submit(deps, definition, request.body),
    );
}
