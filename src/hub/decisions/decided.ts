import type { Launch } from '../launch/launch.js';
import { allowedPackages } from './allowed-packages.js';
import type { JudgedServer } from './judged-server.js';
import { listedNames } from './listed-names.js';

/** A server with its name in lists. */
export interface DecidedServer extends JudgedServer {
  /** Null if it is in no list, because its name does not mean it. */
  readonly listedName: string | null;
  /** How the organization starts it; undefined if it does not say so. */
  readonly launch: Launch | undefined;
}

/** What is decided about all servers that an organization may see, at a time. */
export interface Decided {
  /** In the order of their names. */
  readonly servers: readonly DecidedServer[];
  /** Ids of the allowed versions that their package and number mean. */
  readonly packages: ReadonlySet<string>;
  /** Number of versions. */
  readonly versions: number;
  /** When a decision may change without any change of rows, in milliseconds; Infinity for never. */
  readonly nextChange: number;
}

/**
 * Completes the decisions about servers with their names, packages and launch settings.
 * @param launches by the id of the server
 * @param hosts the code hosts whose addresses are repositories
 */
export function decided(
  judged: {
    readonly servers: readonly JudgedServer[];
    readonly versions: number;
    readonly nextChange: number;
  },
  launches: ReadonlyMap<string, Launch>,
  hosts: readonly string[],
): Decided {
  const names = listedNames(judged.servers, hosts);
  const servers = judged.servers
    .map((server): DecidedServer => ({
      ...server,
      listedName: names.get(server) ?? null,
      launch: launches.get(server.id),
    }))
    .sort((a, b) => compare(a.nameKey, b.nameKey) || compare(a.id, b.id));
  return {
    servers,
    packages: allowedPackages(judged.servers, names),
    versions: judged.versions,
    nextChange: judged.nextChange,
  };
}

/** By code unit, so that the order is the same everywhere. */
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
