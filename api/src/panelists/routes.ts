import { DAY_MS, HOUR_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { registration } from '@panel/domain/panelists/registration';
import { registrationCheckSchema } from '@panel/domain/panelists/registration-check';
import { dateOfBirthQuestionnaire, firstLanguageQuestionnaire } from '@panel/domain/panelists/stand-alone';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { api, pattern } from '@panel/domain/paths';
import { payloadSchema } from '@panel/domain/questionnaire/schema';
import type { FastifyInstance } from 'fastify';
import { lockPanelist } from '../identity/panelists.ts';
import type { Chat } from '../messages/chat.ts';
import type { PartnerDependencies } from '../partners/dependencies.ts';
import { Problem } from '../platform/http/problems.ts';
import { submit } from '../profiling/submit.ts';
import type { CheckRegistration } from './check.ts';
import { deleteProfile } from './delete.ts';
import { register } from './register.ts';

type OfDid = { Params: { did: string } };

export function panelistRoutes(
  app: FastifyInstance,
  deps: PartnerDependencies & { readonly chat: Chat },
  checkRegistration: CheckRegistration,
): void {
  const { config, vault, clock } = deps;
  app.get<OfDid>(
    pattern(api.registrationCheck),
    {
      schema: {
        summary: 'Registration check: the status, the links and the rewards of a panelist',
        response: {
          200: { ...registrationCheckSchema(config.product), examples: [GOLDEN_RESPONSES.registrationCheck.body] },
        },
      },
    },
    (request) => checkRegistration(request.params.did),
  );

  app.post(
    api.register,
    {
      config: { priority: 'sign-up', limit: { calls: 5, periodMs: HOUR_MS } },
      schema: {
        summary: 'Register a panelist; the same registration within ten minutes gets the same answer',
        body: { ...payloadSchema(registration), examples: [GOLDEN.registration.payload] },
        response: { 201: { type: 'object', properties: { status: { type: 'string', enum: PANELIST_STATUSES } } } },
      },
    },
    async (request, reply) => reply.status(201).send(await register({ ...deps, database: request.database }, request)),
  );

  app.delete<OfDid>(
    pattern(api.deleteProfile),
    {
      config: { limit: { calls: 5, periodMs: HOUR_MS } },
      schema: {
        summary: 'Delete a panelist and all personal data, immediately and permanently',
        response: { 200: { const: true } },
      },
    },
    async (request) => {
      const { did } = request.params;
      let wasFound = false;
      await request.database
        .transaction(async (tx) => {
          const { id } = await lockPanelist(tx, vault, did);
          wasFound = true;
          await deleteProfile(tx, vault, { id, did }, clock.now());
        })
        .catch((error: unknown) => {
          // Found, then unknown: the answer to the commit was lost, and the transaction was retried.
          if (!(wasFound && error instanceof Problem && error.code === 'unknown-panelist')) throw error;
        });
      return true;
    },
  );

  for (const { path, definition, golden, summary, limit } of [
    {
      path: api.dateOfBirth,
      definition: dateOfBirthQuestionnaire,
      golden: GOLDEN.dateOfBirth,
      summary: 'Submit a date of birth',
      limit: { calls: 5, periodMs: HOUR_MS },
    },
    {
      path: api.firstLanguage,
      definition: firstLanguageQuestionnaire,
      golden: GOLDEN.firstLanguage,
      summary: 'Submit a first language',
      limit: { calls: 50, periodMs: DAY_MS },
    },
  ])
    app.put(
      path,
      {
        config: { priority: 'form', limit },
        schema: {
          summary,
          body: { ...payloadSchema(definition), examples: [golden.payload] },
          response: { 200: { const: true } },
        },
      },
      (request) => submit({ ...deps, database: request.database }, definition, request),
    );
}
