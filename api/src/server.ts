/** Starts one process of the product. Tracing comes first, because it patches the modules that the rest loads. */
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()) {
  const { startTracing } = await import('./platform/monitoring/tracing.ts');
  startTracing(process.env);
}
const { runProcess } = await import('./process.ts');
await runProcess();
