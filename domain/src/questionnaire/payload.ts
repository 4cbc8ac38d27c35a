/** An answer as it travels. The browser writes payloads, the server reads them: each loads its own half. */
export * from './decode.ts';
export * from './encode.ts';
