/** Where notices go: a webhook that gets signed JSON, and mailboxes. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { noticeText } from '@panel/domain/console/approver-notices';
import { createTransport } from 'nodemailer';
import { httpRequest } from '../parties/client.ts';
import type { NoticeChannel, QueuedNotice } from './notice-queue.ts';

export type NoticesConfig = {
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  readonly mail: {
    readonly server: {
      readonly host: string;
      readonly port: number;
      /** Whether the connection begins encrypted. */
      readonly secure: boolean;
      /** Whether a server that offers no encryption later is refused. */
      readonly requireTLS: boolean;
      readonly auth?: { readonly user: string; readonly pass: string };
    };
    readonly from: string;
    readonly to: readonly string[];
  } | null;
};

type SendContext = {
  readonly product: string;
  readonly consoleOrigin: string;
  readonly at: Date;
  /** Covers everything up to the other side's answer. */
  readonly signal: AbortSignal;
};
/** Returns why the notice was not accepted, or null. */
type SendNotice = (queued: QueuedNotice, context: SendContext) => Promise<string | null>;

/** Those that are configured. */
export const noticeChannelsOf = ({
  webhook,
  mail,
}: NoticesConfig): readonly (readonly [NoticeChannel, SendNotice])[] => [
  ...(webhook ? [['webhook', webhookOf(webhook)] as const] : []),
  ...(mail ? [['mail', mailOf(mail)] as const] : []),
];

const webhookOf =
  ({ url, secret }: NonNullable<NoticesConfig['webhook']>): SendNotice =>
  async ({ notice, createdAt }, { consoleOrigin, at, signal }) => {
    const { subject, path, amount, ...rest } = notice;
    const body = JSON.stringify({
      // The same for each retry. An alarm that fires again has another one.
      id: `${subject} ${createdAt.toISOString()}`,
      at: createdAt.toISOString(),
      ...rest,
      ...(amount !== undefined && { amount: amount / 100 }),
      link: consoleOrigin + path,
    });
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const result = await httpRequest(url, {
      party: 'notices',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'panel-timestamp': timestamp,
        'panel-signature': `sha256=${signature}`,
      },
      body,
      signal,
    });
    if (result.kind === 'failure') return result.code;
    return result.status >= 200 && result.status < 300 ? null : `status ${result.status}`;
  };

const SILENT_MS = 10_000;

const mailOf = ({ server, from, to }: NonNullable<NoticesConfig['mail']>): SendNotice => {
  const transport = createTransport({
    ...server,
    // They close a connection that is given up.
    connectionTimeout: SILENT_MS,
    greetingTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ notice }, { product, consoleOrigin, signal }) => {
    if (signal.aborted) return 'timeout';
    const sending = transport.sendMail({
      from,
      to: [...to],
      subject: `${product} Panel: ${notice.title}`,
      text: noticeText(notice, consoleOrigin),
      xMailer: false,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const inTime = Promise.race([sending.then(() => null), once(signal, 'abort').then(() => 'timeout')]);
    return inTime.catch((error: unknown) => smtpCodeOf(error));
  };
};

/** Only the code: the text of an error may repeat the server's answer. */
const smtpCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unreachable';
