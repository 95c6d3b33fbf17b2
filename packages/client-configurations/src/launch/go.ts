import { NAMED_HOSTS, PUBLIC_HOST } from '@mcp-hub/sources/code-hosts';
import { EXACT, local, refused, runs, type Launch, type Reference } from '../server-entry.js';
import { readFlags, type FlagTable } from './flags.js';
import { commandProblem, startedByArguments } from '@mcp-hub/analyzer/launches';
import { repository } from './repositories.js';

const RUN: FlagTable = {
  switches: ['-v', '-x', '-a', '-race', '-trimpath'],
  values: ['-tags', '-p'],
  refused: {
    '-ldflags': 'can run another program, and change texts of the program',
    '-gcflags': 'changes what is compiled',
    '-exec': 'runs the program by another one',
    '-C': 'runs a folder of the machine',
    '-mod': 'may take modules from the machine',
    '-modfile': 'replaces modules',
    '-overlay': 'replaces files',
    '-toolexec': 'runs another program',
  },
};

const MODULE = new RegExp(`^(${PUBLIC_HOST})/([\\w.-]+)/([\\w.-]+)(?:/v\\d+)?(/[\\w./-]+)?$`);
/** `v0.0.0-20240102030405-0123456789ab`: a commit without a tag. */
const PSEUDO = /-(?:0\.)?\d{14}-([0-9a-f]{12})(?:\+incompatible)?$/;

/** A package of a Go module. Versions of modules do not change: the checksum database of Go keeps them. */
function goPackage(path: string, version: string): Reference | undefined {
  const [, host, owner, name, folder = ''] = MODULE.exec(path) ?? [];
  if (host === undefined) return undefined;
  const commit = PSEUDO.exec(version)?.[1];
  const reference = repository(
    `https://${host}/${owner}/${name}`,
    version.replace(/\+incompatible$/, ''),
    folder,
  );
  if (reference.pin.kind === 'none') return { ...reference, pin: { kind: 'none', prefix: `${path}@v` } };
  return { ...reference, version: commit ?? reference.version, pin: EXACT };
}

/** `go run module@version`. */
export function go([command, ...words]: readonly string[]): Launch {
  if (command !== 'run') return refused(commandProblem('go', command) ?? 'go is not understood');
  const flags = readFlags(words, RUN);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [target = ''] = flags.rest;
  if (target === '') return refused('no module is named');
  const at = target.lastIndexOf('@');
  if (at < 0) return local(`go run ${target}`);
  const reference = goPackage(target.slice(0, at), target.slice(at + 1));
  if (reference === undefined) return refused(`${target} is not on ${NAMED_HOSTS}`);
  const started = startedByArguments(target, flags.rest.slice(1));
  return started === undefined ? runs(reference) : refused(started);
}
