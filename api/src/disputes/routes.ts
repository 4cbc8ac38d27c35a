import { decodeReport, encodeReport, REPORT_SCHEMA } from '@panel/domain/disputes/report';
import { HOUR_MS } from '@panel/domain/durations';
import { withoutLongNumbers } from '@panel/domain/masking';
import { api, pattern } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { lockPanelist } from '../identity/panelists.ts';
import { isSessionId } from '../partners/reading.ts';
import { withKeyStore } from '../platform/database/key-store-writes.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { Problem, requireValid } from '../platform/http/problems.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import { fullHistory } from '../rewards/history.ts';
import { insertDispute, isReported } from './store.ts';

const EXAMPLE = encodeReport({
  session: 's_0123456789abcdef0123456789abcdef',
  kind: 'no-reward',
  words: 'It said thank you.',
});

/** Reports a problem with a survey, once per session. A repeat gets the same answer and changes nothing. */
async function reportProblem(
  { database, vault, clock }: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
  body: unknown,
): Promise<true> {
  const at = clock.now();
  const { session, kind, words } = requireValid(decodeReport(body));
  await database.transaction(async (tx) => {
    const { id: panelistId } = await lockPanelist(tx, vault, did);
    if (!isSessionId(session)) throw new Problem('not-reportable');
    if (await isReported(tx, panelistId, session)) return;
    const history = await fullHistory(tx, panelistId, at, null);
    if (!history.some((entry) => entry.session === session)) throw new Problem('not-reportable');
    const key = words === '' ? null : await vault.panelistKeys.getOrCreate(panelistId);
    const wordsSealed = key?.seal(vaultLabel.disputeWords(session), withoutLongNumbers(words)) ?? null;
    await insertDispute(tx, { panelistId, sessionId: session, kind, wordsSealed }, at);
  });
  return true;
}

export function disputeRoutes(app: FastifyInstance, deps: Dependencies): void {
  app.post<{ Params: { did: string } }>(
    pattern(api.report),
    {
      config: { limit: { calls: 10, periodMs: HOUR_MS } },
      schema: {
        summary: 'Report a problem with a survey, once per session',
        body: { ...REPORT_SCHEMA, examples: [EXAMPLE] },
        response: { 200: { type: 'boolean' } },
      },
    },
    (request) =>
      withKeyStore(() => reportProblem({ ...deps, database: request.database }, request.params.did, request.body)),
  );
}
