import { type Database, DatabaseUnavailable } from './database.ts';

type WithReplica = { readonly database: Database; readonly replica: Database };

/** Reads from the replica, and from the primary while there is none. */
export const fromReplica = <Deps extends WithReplica, Result>(
  deps: Deps,
  read: (deps: Deps) => Promise<Result>,
): Promise<Result> =>
  read(deps).catch((error: unknown) => {
    if (deps.replica === deps.database || !(error instanceof DatabaseUnavailable)) throw error;
    return read({ ...deps, replica: deps.database });
  });
