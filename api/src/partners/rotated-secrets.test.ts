import { PARTNERS } from '@panel/domain/partners/partners';
import { describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { adapterOf } from './adapters.ts';
import { eventsOf, panelistWithSession } from './partners.testing.ts';
import { protocolOf } from './protocols.testing.ts';

/** What partners send or sign with. A key that we send is only one. */
const secrets = PARTNERS.flatMap((partner) => Object.values(adapterOf(partner).settings)).flatMap((setting) =>
  setting.kind === 'secret' && !setting.isSent ? [setting.name] : [],
);
const kit = useKit(Object.fromEntries(secrets.map((name) => [name, 'new-key, old-key'])));

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
