/** Traces by OpenTelemetry: requests, jobs, database statements and calls to outside parties, sent by OTLP. */
import { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { type Context, ROOT_CONTEXT, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { isTracingSuppressed } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { type Environment, environmentReader } from '../environment.ts';
import { readTracing } from './monitoring-config.ts';
import { onlySafeAttributes } from './safe-spans.ts';
import { newRequestId, setTracer } from './tracer.ts';

/** Long enough to recognise a statement. */
const MAX_STATEMENT_LENGTH = 200;

const PERIOD_MS = 1000;

/**
 * Samples everything in one slice of each second, which begins at random. Node's tracking of asynchronous calls slows down every promise of
 * the process while anything sampled is running. A slice runs its calls together; single calls chosen at random would keep it on.
 */
export function sampleInSlices(share: number, now = () => performance.now(), random = Math.random): () => boolean {
  let period = -1;
  let from = 0;
  return () => {
    const at = now() / PERIOD_MS;
    if (Math.floor(at) !== period) {
      period = Math.floor(at);
      from = random() * (1 - share);
    }
    const passed = at - period;
    return passed >= from && passed < from + share;
  };
}

/** Tracks asynchronous calls only while something sampled is running. A call that isn't sampled runs without a context. */
class SampledContexts extends AsyncLocalStorageContextManager implements SpanProcessor {
  private roots = 0;

  override with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: Context,
    work: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    // A callback that outlives what was sampled would turn the tracking on again.
    const isUntraced = this.roots === 0 || isTracingSuppressed(context);
    return isUntraced ? work.apply(self, args) : super.with(context, work, self, ...args);
  }

  override bind<T>(context: Context, target: T): T {
    return context === ROOT_CONTEXT || typeof target !== 'function' ? target : super.bind(context, target);
  }

  onStart({ parentSpanContext }: ReadableSpan): void {
    if (!parentSpanContext) this.roots += 1;
  }

  onEnd({ parentSpanContext }: ReadableSpan): void {
    if (!parentSpanContext && --this.roots === 0) this.disable();
  }

  async forceFlush(): Promise<void> {}
  async shutdown(): Promise<void> {}
}

/** Must run before `pg` is loaded. */
export function startTracing(env: Environment): void {
  const { share, resource } = readTracing(environmentReader(env));
  const isSampled = sampleInSlices(share);
  const contexts = new SampledContexts();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes(resource),
    // Without it the SDK would sample by its variables once more.
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: MAX_STATEMENT_LENGTH },
    spanProcessors: [contexts, new BatchSpanProcessor(onlySafeAttributes(new OTLPTraceExporter()))],
  });
  // No propagator: a caller must not choose the id of a trace or that it is sampled, and parties learn nothing of our traces.
  provider.register({ contextManager: contexts, propagator: null });
  const spans = new WeakMap<IncomingMessage, Span>();
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        // Calls to parties use fetch. This would trace the exporter.
        disableOutgoingRequestInstrumentation: true,
        // Asked before a span and its attributes are made.
        ignoreIncomingRequestHook: () => !isSampled(),
        requestHook(span, request) {
          if (request instanceof IncomingMessage) spans.set(request, span);
        },
      }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  // Only `require` runs the patches. An import then gets the same, patched module.
  const require = createRequire(import.meta.url);
  for (const name of ['http', 'pg']) require(name);
  const jobs = provider.getTracer('panel');
  setTracer({
    requestId: (request) => spans.get(request)?.spanContext().traceId ?? newRequestId(),
    setRoute: (request, route) =>
      void spans.get(request)?.updateName(`${request.method} ${route}`).setAttribute('http.route', route),
    run: (name, work) =>
      isSampled() ? jobs.startActiveSpan(name, (span) => work().finally(() => span.end())) : work(),
    stop: () => provider.shutdown(),
  });
}
