import { taintsHere } from '../../engine/derive.js';
import type { CallEvent, Frame } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/objects.js';
import { pathsOf, textOf, type Value } from '../../engine/value.js';
import type { Lines } from '../../ir/program.js';
import { callersOf } from '../places.js';
import { REQUESTS } from '../requests.js';

/** Something that a script does. */
export interface Deed {
  readonly what: 'fetches' | 'runs code' | 'runs a program' | 'checks a digest' | 'reads who is there';
  readonly lines: Lines;
  readonly frame: Frame;
  /** The command, where it is known. */
  readonly command?: string;
  /** Whether what it runs, or sends, comes from the network, or from the machine that it runs on. */
  readonly foreign: boolean;
}

const FETCHES = new Set([
  ...REQUESTS, 'urllib.request.urlretrieve', 'urllib.urlretrieve', 'urllib.urlopen', 'urllib2.urlopen', 'wget.download', 'socket.create_connection',
  'http.client.HTTPSConnection', 'http.client.HTTPConnection', 'net.connect', 'net.createConnection', 'tls.connect', 'dns.lookup', 'dns.resolve',
  'ftplib.FTP', 'download', 'node-fetch', 'axios', 'got', 'phin', 'follow-redirects.https.get', 'undici.fetch', 'dns.resolveTxt',
]); // prettier-ignore
const CODE = new Set(['eval', 'exec', 'execfile', 'Function', 'vm.runInThisContext', 'vm.runInNewContext', 'vm.runInContext', 'vm.Script', 'module._compile', 'marshal.loads', 'pickle.loads', 'runpy.run_path', 'import']); // prettier-ignore
const PROGRAMS =
  /^(?:child_process\.\w+|os\.(?:system|popen|exec\w+|spawn\w+|startfile)|subprocess\.\w+|execa(?:\.\w+)?|shelljs\.exec|cross-spawn(?:\.\w+)?|Bun\.spawn\w*)$/u;
const DIGESTS = /^(?:crypto\.createHash|hashlib\.(?:sha\d+|new|md5)|ssri\.\w+)$/u;
const WHO = /^(?:os\.(?:hostname|userInfo|homedir|networkInterfaces|getlogin|uname)|socket\.gethostname|getpass\.getuser|platform\.node|process\.cwd)$/u; // prettier-ignore
const OF_MACHINE = new Set(['environment', 'secret', 'file-content', 'command-output']);

const given = ({ arguments: { positional, named } }: CallEvent): Value[] => [
  ...positional,
  ...named.values(),
];

function isForeign(event: CallEvent, fetches: boolean): boolean {
  return given(event).some((value) => {
    const taints = fetches ? taintsWithin(value, event.frame) : taintsHere(value, event.frame);
    if (taints.some(({ source }) => fetches ? OF_MACHINE.has(source.kind) : source.kind === 'remote-content')) return true; // prettier-ignore
    return fetches && [...pathsOf(value)].some((path) => WHO.test(path.replace(/\(\)$/u, '')));
  });
}

/** What a call does, if it is one of those that matter in scripts that run by themselves. */
export function deedOf(event: CallEvent): Deed | undefined {
  const { names, node, frame } = event;
  const deed = (what: Deed['what'], foreign = false, command?: string): Deed => ({
    what,
    lines: node,
    frame,
    foreign,
    ...(command !== undefined && { command }),
  });
  for (const name of names) {
    if (FETCHES.has(name)) return deed('fetches', isForeign(event, true));
    if (CODE.has(name) && !(name === 'import' && textOf(event.arguments.positional[0]) !== undefined))
      return deed('runs code', isForeign(event, false));
    if (PROGRAMS.test(name)) return deed('runs a program', isForeign(event, false), commandOf(event));
    if (DIGESTS.test(name)) return deed('checks a digest');
    if (WHO.test(name)) return deed('reads who is there');
  }
  return undefined;
}

/** The command that a call runs, as far as it is known. */
function commandOf({ arguments: { positional, named } }: CallEvent): string | undefined {
  const [first = named.get('args'), second] = positional;
  if (!first) return undefined;
  const items = [first, ...(second ? [second] : [])].flatMap((value) => [
    value,
    ...value.objects.flatMap((object) => object.items ?? []),
  ]);
  const words = items.flatMap(
    (value) => textOf(value) ?? value.parts?.flatMap((part) => textOf(part) ?? []) ?? [],
  );
  return words.length === 0 ? undefined : words.join(' ');
}

/** The files whose code runs here: of the function, of those that called it, of the module that was loaded. */
export function filesRunning(frame: Frame): readonly string[] {
  const files = new Set<string>();
  for (const each of callersOf(frame)) files.add(each.module);
  if (frame.entry.kind === 'module') files.add(frame.entry.name);
  return [...files];
}
