import { PARTNERS } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { registered, send, useKit } from '../../test/kit.ts';
import { eventsOf, panelistWithSession, startPureSpectrum } from './partners.testing.ts';
import { protocolOf, secretsOf } from './protocols.testing.ts';

const router = await startPureSpectrum();
const kit = useKit({
  ...Object.fromEntries(PARTNERS.flatMap(secretsOf).map((name) => [name, 'new-key, old-key'])),
  CINT_ROUTER_LIST_URL: `${router.url}/list`,
});

describe.each(PARTNERS)('T5: while a secret of %s is changed', (partner) => {
  it.each(protocolOf(partner).completions)(
    'a report with either key is accepted, with another one refused (way %#)',
    async (report) => {
      for (const key of ['new-key', 'old-key']) {
        const { session } = await panelistWithSession(kit(), partner);
        await kit().app.inject(report(session, { key }));
        expect(await eventsOf(kit(), session.sessionId), key).toEqual(['complete: credited']);
      }
      const { session } = await panelistWithSession(kit(), partner);
      for (const key of ['sandbox-secret', 'new-key,%20old-key', 'new-key, old-key', ''])
        await kit().app.inject(report(session, { key }));
      expect(await eventsOf(kit(), session.sessionId)).toEqual([]);
    },
  );
});

it('T5: the router’s list is asked for with the newest key alone', async () => {
  await send(kit(), 'GET', api.surveys(await registered(kit())));
  expect(router.requests.map(({ headers }) => headers['x-yoursurveys-api-key'])).toEqual(['new-key']);
});
