import { refused, local, withUses, type Launch } from '../server-entry.js';
import { environmentProblem, usedVariables } from './environment.js';
import { commandProblem, startedByArguments } from '@mcp-hub/analyzer/launches';
import { readFlags, valuesOf, type FlagTable } from './flags.js';
import { namedServer } from './named-server.js';

const MCP_HUB: FlagTable = {
  switches: ['--sandbox', '--allow-network', '--with-dependencies', '--drop-unknown'],
  values: ['--env', '--allow-read', '--allow-write'],
  // They may follow the reference, up to `--`.
  interleaved: true,
};
const SMCP: FlagTable = { switches: [], values: [] };

/** A reference as the clients of the registry write it: `org/name@v1.2.3`, `org/name@digest:sha256:…`. */
const plain = (reference: string): string =>
  reference.replace(/@(?:v(?=\d)|digest:|sha:)/, '@').replace(/^(npm|pypi):v?/, '$1:');

function runBy(program: string, table: FlagTable, [command, ...words]: readonly string[]): Launch {
  if (command !== 'run') {
    const problem = commandProblem(program, command);
    return problem === undefined ? local(`${program} ${command ?? ''}`.trimEnd()) : refused(problem);
  }
  const end = words.indexOf('--');
  const flags = readFlags(end < 0 ? words : words.slice(0, end), table);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [reference, ...others] = flags.rest;
  if (reference === undefined) return refused('no server is named');
  if (others.length > 0 && table.interleaved === true)
    return refused('the arguments of the server belong behind --');
  const variables = valuesOf(flags, '--env').map((name) => [name] as const);
  const problem = environmentProblem(variables);
  if (problem !== undefined) return refused(problem);
  // The same bytes are meant, whatever their name.
  const [, digest] = /@(sha256:[0-9a-f]{64})$/.exec(plain(reference)) ?? [];
  const started = startedByArguments(reference, [...others, ...(end < 0 ? [] : words.slice(end + 1))]);
  if (started !== undefined) return refused(started);
  return withUses(namedServer(digest ?? plain(reference)), usedVariables(variables));
}

/** `mcp-hub run`, which starts what signed decisions allow. */
export const mcpHub = (words: readonly string[]): Launch => runBy('mcp-hub', MCP_HUB, words);

/** `smcp run`, the registry's own client. */
export const smcp = (words: readonly string[]): Launch => runBy('smcp', SMCP, words);
