/** Traces by OpenTelemetry: requests, jobs, database statements and calls to outside parties, sent by OTLP. */
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Environment, settingsReader } from '../settings.ts';
import { onlySafeAttributes } from './safe-spans.ts';
import { MONITORING, TRACING } from './settings.ts';
import { newRequestId, setTracer } from './tracer.ts';

/** Long enough to recognise a statement. */
const MAX_STATEMENT_LENGTH = 200;

/** Must run before `pg` is loaded. */
export function startTracing(env: Environment): void {
  const { table } = settingsReader(env);
  const { release, environment } = table(MONITORING);
  const { sampler, ratio, serviceName } = table(TRACING);
  const share = sampler.endsWith('ratio') ? ratio : Number(sampler.endsWith('on'));
  const isSampled = () => Math.random() < share;
  const provider = new NodeTracerProvider({
    // What each trace says about this process.
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': release,
      'deployment.environment.name': environment,
    }).merge(detectResources({ detectors: [envDetector] })),
    // Without it the SDK would sample by its variables once more.
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: MAX_STATEMENT_LENGTH },
    spanProcessors: [new BatchSpanProcessor(onlySafeAttributes(new OTLPTraceExporter()))],
  });
  // No propagator: a caller must not choose the id of a trace or that it is sampled, and parties learn nothing of our traces.
  provider.register({ propagator: null });
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
  // Only `require` runs the patches. An import then gets the same, patched module.
  createRequire(import.meta.url)('pg');
  const spans = provider.getTracer('panel');
  const spanOf = new WeakMap<IncomingMessage, Span>();
  setTracer({
    requestId(request) {
      // A request that isn't sampled gets neither a span nor a context, so that it costs nothing.
      if (!isSampled()) return newRequestId();
      const span = spans.startSpan('request', { kind: SpanKind.SERVER });
      spanOf.set(request, span);
      return span.spanContext().traceId;
    },
    observe(app) {
      app.addHook('onRequest', (request, reply, done) => {
        const span = spanOf.get(request.raw);
        if (!span) return done();
        reply.raw.once('close', () => end(span, request, reply));
        context.with(trace.setSpan(ROOT_CONTEXT, span), done);
      });
    },
    run: (name, work) =>
      isSampled() ? spans.startActiveSpan(name, (span) => work().finally(() => span.end())) : work(),
    stop: () => provider.shutdown(),
  });
}

function end(span: Span, { method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): void {
  const route = routeOptions.url ?? 'none';
  span
    .updateName(`${method} ${route}`)
    .setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode })
    .setStatus({ code: statusCode >= 500 ? SpanStatusCode.ERROR : SpanStatusCode.UNSET })
    .end();
}
