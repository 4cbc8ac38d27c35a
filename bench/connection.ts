/** Calls over plain sockets: node:http's client uses as much processor time per call as the server needs to refuse it. */
import { connect, type Socket } from 'node:net';
import type { Call } from './calls.ts';

export type CallResponse = {
  /** Or `closed` without a response. */
  readonly status: number | 'closed';
  readonly ms: number;
  readonly retryAfter: string | undefined;
};

type Waiting = { readonly began: number; readonly resolve: (response: CallResponse) => void };

const bytesOf = ({ method, path, body = '' }: Call): string =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${
    body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''
  }\r\n${body}`;

const END_OF_HEAD = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const headerOf = (head: string, name: string): string | undefined => {
  const at = head.toLowerCase().indexOf(`\r\n${name}: `);
  if (at < 0) return undefined;
  const from = at + name.length + 4;
  const end = head.indexOf('\r\n', from);
  return head.slice(from, end < 0 ? undefined : end);
};

/** One connection that is kept open and sends one call at a time. */
export class Connection {
  #socket: Socket | undefined;
  #received = '';
  #waiting: Waiting | undefined;
  readonly #port: number;

  constructor(origin: string) {
    this.#port = Number(new URL(origin).port);
  }

  send(call: Call): Promise<CallResponse> {
    const began = performance.now();
    return new Promise((resolve) => {
      this.#waiting = { began, resolve };
      this.#received = '';
      this.#socket ??= this.#open();
      this.#socket.write(bytesOf(call));
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay().setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#end('closed');
    });
    return socket;
  }

  #read(text: string): void {
    this.#received += text;
    const bodyAt = this.#received.indexOf(END_OF_HEAD);
    if (bodyAt < 0) return;
    const head = this.#received.slice(0, bodyAt);
    const length = Number(headerOf(head, 'content-length') ?? 0);
    const isComplete = headerOf(head, 'transfer-encoding')
      ? this.#received.endsWith(LAST_CHUNK)
      : this.#received.length >= bodyAt + END_OF_HEAD.length + length;
    if (!isComplete) return;
    if (headerOf(head, 'connection') === 'close') this.close();
    this.#end(Number(head.slice(9, 12)), headerOf(head, 'retry-after'));
  }

  #end(status: CallResponse['status'], retryAfter?: string): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status, ms: performance.now() - waiting.began, retryAfter });
  }
}
