import type { EnvironmentReader } from '../environment.ts';

/** We never follow a caller’s trace, so a name means the same with and without `parentbased_`. */
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

export type ErrorReceiver = { readonly url: string; readonly key: string };

/** From a DSN, `https://key@host/project`. Null if none is set. */
export function readErrorReceiver(read: EnvironmentReader, isLive: boolean): ErrorReceiver | null {
  const dsn = read.url('ERROR_REPORTING_DSN', '', isLive ? ['https:'] : ['http:', 'https:']);
  if (!URL.canParse(dsn)) return null;
  if (isLive) read.refuseTestHost('ERROR_REPORTING_DSN', dsn);
  const { protocol, host, pathname, username } = new URL(dsn);
  const [, folder = '', project] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  if (username === '' || project === undefined) read.fault('ERROR_REPORTING_DSN', 'must be https://key@host/project');
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username };
}
