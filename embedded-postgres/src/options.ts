/** Names of postgresql.conf, with their values. */
export type Settings = Readonly<Record<string, string>>;

export type ServerOptions = {
  /** Holds the cluster, its log and its password. Created if it is missing. */
  readonly dataDir: string;
  /** The superuser and the database it owns. A cluster opens only under the name it was created with. */
  readonly name: string;
  /** The server's address, port and socket folder can't be set. */
  readonly settings?: Settings;
  /** Used only by root, for clusters and binaries that the server's account can't reach: `/var/lib/<name>-postgres`. */
  readonly sharedDir?: string;
  /** Relaunches the server after a crash or a kill; clients find it at the same address. */
  readonly relaunch?: boolean;
  /** If another process already runs a server on the folder, use that one. It ends with its owner, not with `stop`. */
  readonly join?: boolean;
  /** The clock of all time limits. Tests stop it and set it, so that no result depends on the machine's speed. */
  readonly now?: () => number;
};

export type ResolvedOptions = Required<ServerOptions>;

/** PostgreSQL cannot run here: no binaries for the platform, or no account to run it as. */
export class UnsupportedMachineError extends Error {
  override name = 'UnsupportedMachineError';
}

/** Another process runs a server on the folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

export function resolveOptions(options: ServerOptions): ResolvedOptions {
  // Used in a path, a URL and SQL.
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(options.name)) throw new Error(`Not a name for a database: "${options.name}".`);
  return {
    settings: {},
    sharedDir: `/var/lib/${options.name}-postgres`,
    relaunch: false,
    join: false,
    now: Date.now,
    ...options,
  };
}
