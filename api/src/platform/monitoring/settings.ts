import { kinds, textLike } from '../setting-kinds.ts';
import { type Kind, setting } from '../settings.ts';

export type ErrorReceiver = { readonly url: string; readonly key: string };

/** Null for none. */
const errorReceiver: Kind<ErrorReceiver | null> = {
  ...kinds.publicUrl,
  is: 'https://key@host/project',
  parse(value, isLive) {
    if (value === '') return null;
    if (!kinds.url.parse(value, isLive)) return;
    const { protocol, host, pathname, username } = new URL(value);
    const [, folder = '', project] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
    if (username === '' || project === undefined) return;
    return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username };
  },
};

export const MONITORING = {
  environment: setting('ENVIRONMENT', kinds.text, { default: 'production', sandbox: 'sandbox' }),
  release: setting('RELEASE', kinds.text, { default: 'dev' }),
  logLevel: setting('LOG_LEVEL', kinds.choice('info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent'), {
    default: 'info',
  }),
  errorReporting: setting('ERROR_REPORTING', kinds.onOff, {
    default: 'off',
    about: 'Whether the app reports its errors to us.',
  }),
  errorReceiver: setting('ERROR_REPORTING_DSN', errorReceiver, {
    default: (textOf) => textOf('SENTRY_DSN'),
    about:
      'Errors of the app and of our processes are also sent here, as the log has them: https://key@host/project, Sentry’s format.',
  }),
  sentry: setting('SENTRY_DSN', errorReceiver, { default: '', about: 'The usual name of the same.' }),
};

/** OpenTelemetry's own variables. Its exporter reads the others, such as OTEL_EXPORTER_OTLP_HEADERS. */
export const TRACING = {
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    textLike(
      'an http:// or https:// address',
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    ),
    {
      default: '',
      about:
        'Traces by OpenTelemetry, sent as OTLP over HTTP to a collector’s address, such as http://localhost:4318. Unset: off.',
    },
  ),
  // We never follow a caller’s trace, so a name means the same with and without `parentbased_`.
  sampler: setting(
    'OTEL_TRACES_SAMPLER',
    kinds.choice(
      'parentbased_always_on',
      'always_on',
      'parentbased_always_off',
      'always_off',
      'parentbased_traceidratio',
      'traceidratio',
    ),
    { default: 'parentbased_always_on' },
  ),
  ratio: setting('OTEL_TRACES_SAMPLER_ARG', kinds.number(0, 1), {
    default: 1,
    about: 'The share that a sampler by ratio traces: 0.1 for a tenth.',
  }),
  serviceName: setting('OTEL_SERVICE_NAME', kinds.text, { default: 'panel' }),
  attributes: setting('OTEL_RESOURCE_ATTRIBUTES', kinds.text, {
    default: '',
    about: 'What else each trace says about this process: key=value,key=value.',
  }),
};
