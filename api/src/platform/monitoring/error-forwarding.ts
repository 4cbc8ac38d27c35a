/** Sends the errors of the log, as the log has them, to a receiver of Sentry's envelopes. No call waits for it. */
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@panel/domain/durations';
import { rateLimit } from '../http/rate-limit.ts';
import { httpRequest } from '../parties/client.ts';
import type { ErrorReceiver } from './settings.ts';
import { BROWSER_ERROR } from './telemetry.ts';

const MAX_PER_MINUTE = 30;
const MAX_WAITING = 30;
const TIMEOUT_MS = 5000;

type LogLine = {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly job?: string;
  readonly err?: { readonly type?: string; readonly code?: string; readonly stack?: string };
  readonly browser?: Readonly<Record<'name' | 'message' | 'stack' | 'path' | 'environment' | 'release', string>>;
};
type About = { readonly environment: string; readonly release: string };

const ERROR_LEVEL = 50;

/** Undefined if the line isn't about an error. */
function errorLineOf(text: string): LogLine | undefined {
  if (!/^\{"level":[56]0/.test(text) && !text.includes(BROWSER_ERROR)) return undefined;
  const line: LogLine = JSON.parse(text);
  return line.level >= ERROR_LEVEL || line.msg === BROWSER_ERROR ? line : undefined;
}

/** A line of a stack of Chrome or Node (`at name (file:1:2)`), or of Firefox and Safari (`name@file:1:2`). */
const FRAME = /^\s*(?:at (?:async )?)?(?:(.*?)(?: \(|@))?((?:https?:|file:|node:|\/)[^\s()]*):(\d+):(\d+)\)?$/;

/** Of the lines that name a place in a file, without the server's name or `file://`. Oldest call first, as the format wants it. */
const framesOf = (stack: string) =>
  stack
    .split('\n')
    .flatMap((text) => {
      const [, name, address, line, column] = FRAME.exec(text) ?? [];
      if (address === undefined) return [];
      const filename = address.replace(/^(https?:\/\/[^/]*|file:\/\/)/, '');
      return { function: name?.trim() || '?', filename, lineno: Number(line), colno: Number(column) };
    })
    .reverse();

/** A request's id is the id of its trace. */
const traceOf = (requestId: string) => ({ trace: { trace_id: requestId, span_id: requestId.slice(0, 16) } });

function eventOf({ level, time, msg, requestId, job, err, browser }: LogLine, { environment, release }: About) {
  const stack = browser?.stack ?? err?.stack ?? '';
  const exception = {
    type: browser?.name || err?.type || 'Error',
    value: browser?.message ?? msg,
    stacktrace: { frames: framesOf(stack) },
  };
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: time / 1000,
    platform: browser ? 'javascript' : 'node',
    level: level > ERROR_LEVEL ? 'fatal' : 'error',
    environment: browser?.environment || environment,
    release: browser?.release || release,
    logger: msg,
    tags: { ...(job && { job }), ...(err?.code && { code: err.code }), ...(browser && { path: browser.path }) },
    ...(requestId && { contexts: traceOf(requestId) }),
    exception: { values: [exception] },
  };
}

type Log = { write(line: string): void };

/** A log that also forwards its errors. While the receiver is slow or down, errors are dropped. */
export function forwardErrors(log: Log, { url, key }: ErrorReceiver, about: About): Log {
  const limit = rateLimit(MAX_PER_MINUTE, MINUTE_MS);
  const waiting: LogLine[] = [];
  let isSending = false;

  async function send(line: LogLine): Promise<void> {
    const event = eventOf(line, about);
    const head = { event_id: event.event_id, sent_at: new Date().toISOString() };
    await httpRequest(url, {
      party: null,
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=panel/1.0, sentry_key=${key}`,
      },
      body: [head, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n'),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    for (let line = waiting.shift(); line; line = waiting.shift()) await send(line);
    isSending = false;
  }

  return {
    write(text) {
      log.write(text);
      const line = errorLineOf(text);
      if (!line || waiting.length >= MAX_WAITING || limit.take('') !== null) return;
      waiting.push(line);
      if (!isSending) void sendAll();
    },
  };
}
