import { holdEverywhere } from '../everywhere.ts';
import { PANELIST_STATES } from '../states.ts';

holdEverywhere(PANELIST_STATES);
