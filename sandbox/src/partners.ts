/** The survey partners' stand-ins. Routes, modes, names and styles follow. */
import { cintMatch } from './partners/cint-match.ts';
import { cintRouter } from './partners/cint-router.ts';
import { pureSpectrum } from './partners/purespectrum.ts';
import type { SandboxPartner } from './state.ts';

export const STAND_INS: readonly SandboxPartner[] = [cintMatch, cintRouter, pureSpectrum];
