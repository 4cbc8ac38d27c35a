/** Encoding and decoding are separate files: the browser loads the one, the server the other. */
export * from './decode.ts';
export * from './encode.ts';
