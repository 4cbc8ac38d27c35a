import type { EnvironmentReader } from '../environment.ts';

/** No parent is trusted, so that the forms with and without one mean the same. */
const SAMPLERS = [
  'parentbased_always_on',
  'always_on',
  'parentbased_always_off',
  'always_off',
  'parentbased_traceidratio',
  'traceidratio',
] as const;

type TracingConfig = {
  /** The share of requests and jobs that is traced. */
  readonly share: number;
  /** What each trace says about this process. */
  readonly resource: Readonly<Record<string, string>>;
};

/** OpenTelemetry's own variables. Its exporter reads the others, such as OTEL_EXPORTER_OTLP_HEADERS. */
export function readTracing(read: EnvironmentReader): TracingConfig {
  read.url('OTEL_EXPORTER_OTLP_ENDPOINT', '', ['http:', 'https:']);
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS);
  const ratio = read.number('OTEL_TRACES_SAMPLER_ARG', 1, [0, 1]);
  return {
    share: sampler.endsWith('ratio') ? ratio : Number(sampler.endsWith('on')),
    resource: {
      'service.name': read.text('OTEL_SERVICE_NAME', 'panel'),
      'service.version': read.text('RELEASE', 'dev'),
      'deployment.environment.name': read.text('ENVIRONMENT', 'unnamed'),
    },
  };
}
