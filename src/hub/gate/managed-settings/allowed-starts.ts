import { createHash } from 'node:crypto';
import type { SettingsLauncher } from '@mcp-hub/client-configurations';
import { conflict } from '../../../common/errors/api-error.js';
import { compare, type Decided, type DecidedServer } from '../catalog-decisions/decided.js';
import { serverEntries, type ServerEntries } from './server-entries.js';
import { startsOf, type Start } from './starts.js';

/** A server that is started in one way, under a name. */
export interface NamedStart {
  readonly name: string;
  readonly start: Start;
}

/** Maximum number of servers in a file that names them. */
const MAX_SERVERS = 20_000;

/** What the policies of an organization allow to be started, as the files of clients need it. */
export class AllowedStarts {
  constructor(
    private readonly decided: Decided,
    private readonly launcher: SettingsLauncher,
  ) {}

  /**
   * All allowed commands and addresses, for clients that compare these.
   * @param withNames whether a name with a slash may be an entry
   * @throws 409 for too many entries
   */
  lists(withNames: boolean): ServerEntries {
    return serverEntries(this.decided, this.launcher, withNames);
  }

  /**
   * The newest allowed version of each server that can be started, in its best way, for clients that go by names. The names
   * are in their order, and have letters, digits, `-` and, unless `separator` is `-`, `_`.
   * @param separator stands for each character that a client could not take
   * @throws 409 for too many servers
   */
  servers(separator: '_' | '-' = '_'): readonly NamedStart[] {
    const started = this.decided.servers.flatMap((server) => {
      const start = this.newestStart(server);
      return start === undefined ? [] : [{ server, start }];
    });
    if (started.length > MAX_SERVERS) {
      throw conflict(`more than ${MAX_SERVERS} servers are allowed; add policies that allow fewer`);
    }
    const groups = Map.groupBy(started, ({ server: { nameKey } }) =>
      nameKey.replace(CHARACTERS[separator], separator),
    );
    return [...groups]
      .flatMap(([name, group]) =>
        group.map(({ server, start }): NamedStart => ({
          name: group.length === 1 ? name : `${name}-${shortHash(server.id)}`,
          start,
        })),
      )
      .sort((a, b) => compare(a.name, b.name))
      .filter(({ name }, index, all) => name !== all[index - 1]?.name);
  }

  private newestStart(server: DecidedServer): Start | undefined {
    for (const version of server.versions) {
      if (version.outcome !== 'allowed') continue;
      const [start] = startsOf(server, version, this.decided.packages, this.launcher);
      if (start !== undefined) return start;
    }
    return undefined;
  }
}

/** What is replaced in names. */
const CHARACTERS = { _: /[^a-z0-9_-]/g, '-': /[^a-z0-9-]/g };

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A command as most clients have it: the program apart from its arguments. */
export function programAndArguments(command: readonly string[]): {
  readonly command: string;
  readonly args: readonly string[];
} {
  const [program = '', ...args] = command;
  return { command: program, args };
}
