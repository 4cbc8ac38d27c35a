import { holdEverywhere } from '../everywhere.ts';
import { PAGE_STATES } from '../states.ts';

holdEverywhere(PAGE_STATES);
