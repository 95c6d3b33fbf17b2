import type { Launch } from '../launch/launch.js';
import { allowedPackages } from './allowed-packages.js';
import type { ServerDecisions } from './catalog-evaluator.js';
import { listedNames } from './listed-names.js';

/** A server with its name in lists. */
export interface DecidedServer extends ServerDecisions {
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
  /** Until when nothing that is allowed is denied without any change of rows, in milliseconds; Infinity for ever. */
  readonly allowedUntil: number;
  /** How many policies deny or warn. */
  readonly policiesApplied: number;
  /** Whether a policy denies versions that offer something else to clients than before. */
  readonly deniesChangedSurfaces: boolean;
}

/**
 * Completes the decisions about servers with their names, packages and launch settings.
 * @param launches by the id of the server
 * @param hosts the code hosts whose addresses are repositories
 */
export function decided(
  evaluated: {
    readonly servers: readonly ServerDecisions[];
    readonly versions: number;
    readonly nextChange: number;
    readonly allowedUntil: number;
    readonly policiesApplied: number;
    readonly deniesChangedSurfaces: boolean;
  },
  launches: ReadonlyMap<string, Launch>,
  hosts: readonly string[],
): Decided {
  const names = listedNames(evaluated.servers, hosts);
  const servers = evaluated.servers
    .map((server): DecidedServer => ({
      ...server,
      listedName: names.get(server) ?? null,
      launch: launches.get(server.id),
    }))
    .sort((a, b) => compare(a.nameKey, b.nameKey) || compare(a.id, b.id));
  return {
    servers,
    packages: allowedPackages(evaluated.servers, names),
    versions: evaluated.versions,
    nextChange: evaluated.nextChange,
    allowedUntil: evaluated.allowedUntil,
    policiesApplied: evaluated.policiesApplied,
    deniesChangedSurfaces: evaluated.deniesChangedSurfaces,
  };
}

/** By code unit, so that the order is the same everywhere. */
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
