import { DAY_MS, HOUR_MS } from '@panel/domain/durations';
import { CODE_SCHEMA, decodeCode, encodeCode, UNLOCK_MS } from '@panel/domain/panelists/data-lock';
import { ethnicity } from '@panel/domain/panelists/questions';
import {
  CONSENT_SCHEMA,
  COPY_FORMATS,
  type CopyFormat,
  decodeConsent,
  encodeConsent,
  type YourData,
} from '@panel/domain/panelists/your-data';
import { api, DID_PARAMETER, pattern, screens } from '@panel/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identify, lockPanelist } from '../identity/panelists.ts';
import type { Chat } from '../messages/chat.ts';
import { withKeyStore } from '../platform/database/key-store-writes.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { hostCookie, readCookies, setCookie } from '../platform/http/cookies.ts';
import { Problem, requireValid } from '../platform/http/problems.ts';
import { eraseAnswer } from '../profiling/erase.ts';
import { chooseConsentStatement } from './consents.ts';
import { enterCode, lockAgain, requireUnlocked, sendCode } from './data-lock.ts';
import { ownCopyText, readOwnCopy } from './own-copy.ts';
import { readYourData } from './your-data.ts';

type OfDid = { Params: { did: string } };

/** Its value unlocks a panelist's answers on one phone, until it ends. */
const COOKIE = 'data-unlock';
/** Another host may have set cookies of the same name. */
const MAX_TOKENS = 10;

const LOCK_SCHEMA = {
  type: 'object',
  required: ['unlockedUntil', 'secondsLeft', 'codeUntil', 'triesLeft', 'nextCodeAt'],
  properties: {
    unlockedUntil: { type: ['string', 'null'], description: 'Until when this phone can read the answers.' },
    secondsLeft: { type: 'integer' },
    codeUntil: { type: ['string', 'null'], description: 'Until when the last code can be entered.' },
    triesLeft: { type: 'integer' },
    nextCodeAt: { type: ['string', 'null'], description: 'When a new code can be requested; null if it can be now.' },
  },
};

const COPY_SUMMARIES: Readonly<Record<CopyFormat, string>> = {
  text: 'The panelist’s own copy as a text file, once unlocked',
  json: 'The panelist’s own copy as a JSON file, once unlocked',
  page: 'The same text, to read in the browser',
};

/** Returns what reads Your data for a page. */
export function yourDataRoutes(
  app: FastifyInstance,
  deps: Dependencies & { readonly chat: Chat },
): (did: string, request: FastifyRequest) => Promise<YourData> {
  const { config, vault, clock } = deps;
  const isHttps = config.publicOrigin.startsWith('https:');
  const cookie = hostCookie(COOKIE, isHttps);
  const tokensOf = (request: FastifyRequest) => readCookies(request, cookie).filter(Boolean).slice(0, MAX_TOKENS);
  const setToken = (reply: FastifyReply, token: string, seconds: number) =>
    setCookie(reply, cookie, token, { sameSite: 'Strict', maxAge: seconds, isHttps });
  const ofCall = (request: FastifyRequest) => ({ ...deps, database: request.database });
  const readForPage = (did: string, request: FastifyRequest) => readYourData(ofCall(request), did, tokensOf(request));
  const fileName = `my-${config.product.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-data`;
  const limit = { calls: 20, periodMs: HOUR_MS };

  app.get<OfDid>(
    pattern(api.yourData),
    {
      schema: {
        summary: 'Your data: consents, who opened the profile, and once unlocked the answers',
        response: { 200: { type: 'object', additionalProperties: true } },
      },
    },
    (request) => readForPage(request.params.did, request),
  );

  app.post<OfDid>(
    pattern(api.dataCode),
    {
      config: { limit },
      schema: { summary: 'Send a code to the panelist’s chat that unlocks their data', response: { 200: LOCK_SCHEMA } },
    },
    (request) => sendCode(ofCall(request), request.params.did),
  );

  app.post<OfDid>(
    pattern(api.dataUnlock),
    {
      config: { limit },
      schema: {
        summary: 'Unlock the panelist’s data on this phone with the code from the chat',
        body: { ...CODE_SCHEMA, examples: [encodeCode('123456')] },
        response: { 200: LOCK_SCHEMA },
      },
    },
    async (request, reply) => {
      const { code } = requireValid(decodeCode(request.body));
      const { lock, token } = await enterCode(ofCall(request), request.params.did, code);
      if (token !== null) setToken(reply, token, UNLOCK_MS / 1000);
      return lock;
    },
  );

  app.delete<OfDid>(
    pattern(api.dataUnlock),
    { schema: { summary: 'Lock the panelist’s data again, on every phone', response: { 200: LOCK_SCHEMA } } },
    async (request, reply) => {
      const lock = await lockAgain(ofCall(request), request.params.did);
      setToken(reply, '', 0);
      return lock;
    },
  );

  for (const format of COPY_FORMATS)
    app.get<OfDid>(
      pattern(api.dataCopy(format)),
      { schema: { summary: COPY_SUMMARIES[format], response: { 200: {} } } },
      async (request, reply) => {
        const { did } = request.params;
        const { database } = request;
        const { id } = await identify(database, vault, did);
        try {
          await requireUnlocked(ofCall(request), id, tokensOf(request));
        } catch (error) {
          // A browser that opens the file after it was locked again goes to the page that unlocks it.
          if (!(error instanceof Problem) || !request.headers.accept?.includes('text/html')) throw error;
          return reply.redirect(`${screens.yourData}?${DID_PARAMETER}=${encodeURIComponent(did)}`, 303);
        }
        const copy = await readOwnCopy(database, vault, id, clock.now());
        const isJson = format === 'json';
        if (format !== 'page')
          reply.header('content-disposition', `attachment; filename="${fileName}.${isJson ? 'json' : 'txt'}"`);
        return reply
          .type(isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
          .send(isJson ? `${JSON.stringify(copy, null, 2)}\n` : ownCopyText(copy, config.product));
      },
    );

  app.put<OfDid>(
    pattern(api.consent),
    {
      config: { limit: { calls: 50, periodMs: DAY_MS } },
      schema: {
        summary: 'Give or withdraw a consent; returns the new value',
        body: { ...CONSENT_SCHEMA, examples: [encodeConsent('marketing', true)] },
        response: { 200: { type: 'boolean' } },
      },
    },
    async (request) => {
      const { choice, isOn } = requireValid(decodeConsent(request.body));
      const choose = () =>
        request.database.transaction(async (tx) => {
          const { id } = await lockPanelist(tx, vault, request.params.did);
          await tx.run(chooseConsentStatement(id, choice, isOn, clock.now()));
          if (choice === 'special:ethnicity') await eraseAnswer(tx, vault, id, ethnicity.id);
        });
      await (choice === 'special:ethnicity' ? withKeyStore(choose) : choose());
      return isOn;
    },
  );
  return readForPage;
}
