import { buildConsole } from '../scripts/build-console.ts';
await buildConsole();
