import type { EnvironmentReader } from './platform/environment.ts';
import type { NoticesConfig } from './platform/notices/notice-channels.ts';
import { decodedOf, entriesOf, type NamedSecret, passwordFault, secretFault } from './platform/security/secrets.ts';

/** No angle brackets, commas or line breaks: it is written into a header as it is. */
const isMailAddress = (text: string): boolean => /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(text);

/** Where approvers get notices. Off unless a webhook or a mail server is set. */
export function readNotices(read: EnvironmentReader, isLive: boolean): NoticesConfig & { secrets: NamedSecret[] } {
  const webhook = readWebhook(read, isLive);
  const mail = readMail(read, isLive);
  // A notice links to the console. Otherwise a worker doesn't need its address.
  if (isLive && (webhook || mail) && !read.has('CONSOLE_ORIGIN'))
    read.fault('CONSOLE_ORIGIN', 'is required if notices are sent');
  return { webhook, mail, secrets: webhook ? [{ name: 'NOTICE_WEBHOOK_SECRET', value: webhook.secret }] : [] };
}

function readWebhook(read: EnvironmentReader, isLive: boolean): NoticesConfig['webhook'] {
  const url = read.url('NOTICE_WEBHOOK_URL', '', isLive ? ['https:'] : ['http:', 'https:']);
  const secret = read.text('NOTICE_WEBHOOK_SECRET', '');
  if (url === '' && secret === '') return null;
  if (url === '') read.fault('NOTICE_WEBHOOK_URL', 'is required with NOTICE_WEBHOOK_SECRET');
  const fault = secretFault([secret], 32);
  if (fault) read.fault('NOTICE_WEBHOOK_SECRET', fault);
  return { url, secret };
}

function readMail(read: EnvironmentReader, isLive: boolean): NoticesConfig['mail'] {
  const names = ['NOTICE_SMTP_URL', 'NOTICE_MAIL_FROM', 'NOTICE_MAIL_TO'];
  const missing = names.filter((name) => !read.has(name));
  if (missing.length === names.length) return null;
  for (const name of missing) read.fault(name, `is required: e-mail needs ${names.join(', ')}`);
  const server = parseMailServer(read.text('NOTICE_SMTP_URL', ''), isLive);
  if (!server && read.has('NOTICE_SMTP_URL'))
    read.fault('NOTICE_SMTP_URL', 'must be a smtp:// or smtps:// address that ends with its host or port');
  const fault = isLive ? passwordFault(read.text('NOTICE_SMTP_URL', '')) : null;
  if (fault) read.fault('NOTICE_SMTP_URL', `has a password that ${fault}`);
  const from = read.text('NOTICE_MAIL_FROM', '');
  if (from !== '' && !isMailAddress(from)) read.fault('NOTICE_MAIL_FROM', 'must be an e-mail address');
  const to = entriesOf(read.text('NOTICE_MAIL_TO', ''));
  if (!to.every(isMailAddress)) read.fault('NOTICE_MAIL_TO', 'must be e-mail addresses, separated by commas');
  return server && { server, from, to };
}

/** Null if it isn't the address of a mail server. */
function parseMailServer(address: string, isLive: boolean): NonNullable<NoticesConfig['mail']>['server'] | null {
  const [, protocol, user, pass, host, port] =
    /^(smtps?):\/\/(?:([^\s:@/?#]+):([^\s:@/?#]+)@)?([\w.-]+)(?::(\d{1,5}))?\/?$/.exec(address) ?? [];
  if (!host) return null;
  const secure = protocol === 'smtps';
  const login = user && pass ? { user: decodedOf(user), pass: decodedOf(pass) } : null;
  return {
    host,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: isLive && !secure,
    ...(login && { auth: login }),
  };
}
