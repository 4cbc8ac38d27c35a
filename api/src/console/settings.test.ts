import { describe, expect, it } from 'vitest';
import { KEY, key, LIVE } from '../config.testing.ts';
import { readConfig } from '../config.ts';

const [NEW, OLD] = [key(), key()];
const WEBHOOK = { PROPOSAL_WEBHOOK_URL: 'https://hooks.example/panel', PROPOSAL_WEBHOOK_SECRET: `whsec_${NEW}` };
const webhookWith = async (more: Record<string, string>) =>
  (await readConfig({ ...LIVE, ...more, DATA_DIR: '/nonexistent' })).console.webhook;

describe('the webhook of waiting proposals', () => {
  it('is off by default', async () => {
    expect(await webhookWith({})).toBeNull();
  });

  it('has an address and a secret, or two while the receiver changes it', async () => {
    expect(await webhookWith({ ...WEBHOOK, PROPOSAL_WEBHOOK_SECRET: `whsec_${NEW},whsec_${OLD}` })).toEqual({
      url: WEBHOOK.PROPOSAL_WEBHOOK_URL,
      secrets: [Buffer.from(NEW, 'base64'), Buffer.from(OLD, 'base64')],
    });
  });

  it.each([
    [{ ...WEBHOOK, PROPOSAL_WEBHOOK_URL: 'http://hooks.example' }, 'PROPOSAL_WEBHOOK_URL must be a https:// address'],
    [{ ...WEBHOOK, PROPOSAL_WEBHOOK_URL: '' }, 'PROPOSAL_WEBHOOK_URL is required with PROPOSAL_WEBHOOK_SECRET'],
    [{ ...WEBHOOK, PROPOSAL_WEBHOOK_SECRET: '' }, 'PROPOSAL_WEBHOOK_SECRET is required with PROPOSAL_WEBHOOK_URL'],
    [{ ...WEBHOOK, PROPOSAL_WEBHOOK_SECRET: NEW }, 'PROPOSAL_WEBHOOK_SECRET must be at least 32 bytes'],
    [{ ...WEBHOOK, PROPOSAL_WEBHOOK_SECRET: `whsec_${'A'.repeat(43)}=` }, 'PROPOSAL_WEBHOOK_SECRET is not random'],
    [{ ...WEBHOOK, PROPOSAL_WEBHOOK_SECRET: `whsec_${KEY}` }, 'is used twice'],
    [{ ...WEBHOOK, ROLE: 'worker', CONSOLE_ORIGIN: '' }, 'MODE=live needs CONSOLE_ORIGIN'],
  ])('is refused at the start in one line: %j', async (more, line) => {
    const error: unknown = await webhookWith(more).catch((reason: unknown) => reason);
    expect(String(error)).toContain(line);
  });
});
