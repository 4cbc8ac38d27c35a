/** What the product tells a tracer. Without one nothing is recorded, and OpenTelemetry's SDK isn't loaded. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export type Tracer = {
  /** The id of a request: the id of its trace, if it is traced. */
  requestId(request: IncomingMessage): string;
  /** Lets the calls of a server run in their traces. */
  observe(app: FastifyInstance): void;
  /** Runs work that no request has started, such as a round of a job. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Sends what was recorded. */
  stop(): Promise<void>;
};

/** In the form of a trace id. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '');

export let tracer: Tracer = {
  requestId: newRequestId,
  observe() {},
  run: (_, work) => work(),
  async stop() {},
};

export const setTracer = (started: Tracer): void => {
  tracer = started;
};
