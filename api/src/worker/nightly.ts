/** What the worker counts each night for the console: the figures of the day that is over, and the snapshot of the panel. */

import { rollUpDays } from '../figures/rollups.ts';
import { takeSnapshot } from '../figures/snapshots.ts';
import { countCohorts } from '../panelists/count-cohorts.ts';
import { countPanel } from '../panelists/count-panel.ts';
import { countSessions } from '../partners/count-sessions.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { doEach } from '../platform/failed-items.ts';
import { countQuality } from '../quality/count-quality.ts';

/** Returns the number of days added and snapshots taken. */
export function countNight({ database, vault }: Pick<Dependencies, 'database' | 'vault'>, at: Date): Promise<number> {
  const counters = { panel: countPanel(vault), cohorts: countCohorts, sessions: countSessions, quality: countQuality };
  return doEach([() => rollUpDays(database, at), () => takeSnapshot(database, at, counters)]);
}
