import { describe, expect, it } from 'vitest';
import { LIVE, SECRET, secret } from './config.testing.ts';
import { readConfig } from './config.ts';

const WEBHOOK = { NOTICE_WEBHOOK_URL: 'https://hooks.example/panel', NOTICE_WEBHOOK_SECRET: secret() };
const MAIL = {
  NOTICE_SMTP_URL: 'smtp://panel%40mail:k7Xq2v%2F$Lm9TzB@mail.example',
  NOTICE_MAIL_FROM: 'panel@panel.example',
  NOTICE_MAIL_TO: 'one@panel.example, two@panel.example',
};
const noticesWith = async (more: Record<string, string>) =>
  (await readConfig({ ...LIVE, ...more, DATA_DIR: '/nonexistent' })).notices;

describe('the settings of notices', () => {
  it('are off by default', async () => {
    expect(await noticesWith({})).toEqual({ webhook: null, mail: null });
  });

  it('name a webhook, and a mail server whose connection must be encrypted', async () => {
    expect(await noticesWith({ ...WEBHOOK, ...MAIL })).toEqual({
      webhook: { url: WEBHOOK.NOTICE_WEBHOOK_URL, secret: WEBHOOK.NOTICE_WEBHOOK_SECRET },
      mail: {
        server: {
          host: 'mail.example',
          port: 587,
          secure: false,
          requireTLS: true,
          auth: { user: 'panel@mail', pass: 'k7Xq2v/$Lm9TzB' },
        },
        from: 'panel@panel.example',
        to: ['one@panel.example', 'two@panel.example'],
      },
    });
    const { mail } = await noticesWith({ ...MAIL, NOTICE_SMTP_URL: 'smtps://mail.example:4650' });
    expect(mail?.server).toEqual({ host: 'mail.example', port: 4650, secure: true, requireTLS: false });
  });

  it.each([
    [{ ...WEBHOOK, NOTICE_WEBHOOK_URL: 'http://hooks.example' }, 'NOTICE_WEBHOOK_URL must be a https:// address'],
    [{ ...WEBHOOK, NOTICE_WEBHOOK_URL: '' }, 'NOTICE_WEBHOOK_URL is required with NOTICE_WEBHOOK_SECRET'],
    [{ ...WEBHOOK, NOTICE_WEBHOOK_SECRET: '' }, 'NOTICE_WEBHOOK_SECRET must be at least 32 characters'],
    [{ ...WEBHOOK, ROLE: 'worker', CONSOLE_ORIGIN: '' }, 'CONSOLE_ORIGIN is required if notices are sent'],
    [{ ...MAIL, NOTICE_MAIL_TO: '' }, 'NOTICE_MAIL_TO is required: e-mail needs NOTICE_SMTP_URL'],
    [{ ...MAIL, NOTICE_SMTP_URL: 'https://mail.example' }, 'NOTICE_SMTP_URL must be a smtp:// or smtps:// address'],
    [{ ...MAIL, NOTICE_SMTP_URL: 'smtp://mail.example?requireTLS=false' }, 'NOTICE_SMTP_URL must be a smtp://'],
    [{ ...MAIL, NOTICE_MAIL_FROM: 'Panel <panel@panel.example>' }, 'NOTICE_MAIL_FROM must be an e-mail address'],
    [{ ...MAIL, NOTICE_MAIL_TO: 'one@panel.example,two' }, 'NOTICE_MAIL_TO must be e-mail addresses'],
  ])('are refused at the start in one line: %j', async (more, line) => {
    const error: unknown = await noticesWith(more).catch((reason: unknown) => reason);
    expect(String(error).split('\n').slice(1)).toEqual([expect.stringContaining(line)]);
  });

  it('do not share a secret with another purpose', async () => {
    const reading = noticesWith({ ...WEBHOOK, NOTICE_WEBHOOK_SECRET: SECRET });
    await expect(reading).rejects.toThrow('NOTICE_WEBHOOK_SECRET is used twice');
  });
});
