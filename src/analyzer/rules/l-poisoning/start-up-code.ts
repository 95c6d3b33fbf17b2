import { taintsHere } from '../../engine/derive.js';
import type { CallEvent, Frame } from '../../engine/machine.js';
import { WHOLE_ENVIRONMENT } from '../../engine/environment.js';
import { taintsWithin } from '../../engine/objects.js';
import { Neutral, type Source, type Taint } from '../../engine/taint.js';
import { pathsOf, textOf, type Value } from '../../engine/value.js';
import type { Lines } from '../../ir/program.js';
import { callersOf } from '../support/places.js';
import { REQUESTS } from '../support/requests.js';

/** Something that a script does. */
export interface Deed {
  readonly what: 'fetches' | 'runs code' | 'runs a program' | 'checks a digest' | 'reads who is there';
  readonly lines: Lines;
  readonly frame: Frame;
  /** The command, where it is known. */
  readonly command?: string;
  /** Whether what it runs, or sends, comes from the network, or from the machine that it runs on. */
  readonly foreign: boolean;
  /** Whether it sends secrets: variables that hold them, the whole environment, files of keys. */
  readonly secret?: boolean;
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

/** How deep a text or an object is looked into. */
const DEPTH = 4;

/** What stands within a value: the parts of a text, the fields and items of objects. */
function* valuesWithin(value: Value, depth = DEPTH): Generator<Value> {
  yield value;
  if (depth === 0) return;
  for (const part of value.parts ?? []) yield* valuesWithin(part, depth - 1);
  for (const { fields, items } of value.objects)
    for (const inner of [...fields.values(), ...(items ?? [])]) yield* valuesWithin(inner, depth - 1);
}

/** Whether a value tells of the machine or of who uses it: a host's name, a user's. */
const tellsWho = (value: Value): boolean =>
  [...valuesWithin(value)].some((each) =>
    [...pathsOf(each)].some((path) => WHO.test(path.replace(/\(\)(?:\.\w+)*$/u, ''))),
  );

function isForeign(event: CallEvent, fetches: boolean): boolean {
  return given(event).some((value) => {
    const taints = fetches ? taintsWithin(value, event.frame) : taintsHere(value, event.frame);
    if (taints.some(({ source }) => fetches ? OF_MACHINE.has(source.kind) : source.kind === 'remote-content')) return true; // prettier-ignore
    return fetches && tellsWho(value);
  });
}

/** Files in which people keep keys and passwords. */
const KEY_FILE = /\.(?:ssh|aws|gnupg|kube|docker|npmrc|pypirc|netrc|env|git-credentials|pgpass)\b|id_(?:rsa|ed25519|ecdsa)|wallet|keychain|Login Data|\/etc\/(?:passwd|shadow)/iu; // prettier-ignore

/** With these a client signs in: the secret goes to whom it is for. */
const SIGNING_IN = /^(?:headers|auth|authorization|bearer)$/iu;

/** All that a request sends, but for what it signs in with. */
const sentBy = (event: CallEvent): readonly Taint[] =>
  given(event).flatMap((value) => [
    ...taintsHere(value, event.frame),
    ...value.objects.flatMap(({ fields }) =>
      [...fields].flatMap(([name, field]) => (SIGNING_IN.test(name) ? [] : taintsWithin(field, event.frame))),
    ),
  ]);

/** What is written into a request that has been begun. */
const WRITES_REQUEST = /^(?:follow-redirects\.)?https?\.request\(\)\.(?:write|end)$/u;

/** Whether what is sent holds a secret, or all variables of the environment. */
function sendsSecret(event: CallEvent, isKeyFile: (source: Source) => boolean): boolean {
  return sentBy(event).some(
    ({ source, neutral }) =>
      (neutral & Neutral.SECRET) === 0 &&
      (source.kind === 'secret' || source.name === WHOLE_ENVIRONMENT || isKeyFile(source)),
  );
}

/** Remembers the lines on which files of keys are read. */
export class KeyFiles {
  private readonly lines = new Set<string>();

  readonly hear = (event: CallEvent): void => {
    for (const value of [...given(event), ...(event.receiver ? [event.receiver] : [])])
      for (const each of valuesWithin(value))
        for (const text of each.constants ?? [])
          if (typeof text === 'string' && text.length < 300 && KEY_FILE.test(text))
            this.lines.add(`${event.frame.module}:${event.node.line}`);
  };

  readonly has = ({ kind, file, line }: Source): boolean =>
    kind === 'file-content' && this.lines.has(`${file}:${line}`);
}

/** What a call does, if it is one of those that matter in scripts that run by themselves. */
export function deedOf(event: CallEvent, keyFiles: KeyFiles): Deed | undefined {
  const { names, node, frame } = event;
  const deed = (what: Deed['what'], foreign = false, command?: string): Deed => ({
    what,
    lines: node,
    frame,
    foreign,
    ...(command !== undefined && { command }),
  });
  for (const name of names) {
    if (FETCHES.has(name))
      return { ...deed('fetches', isForeign(event, true)), secret: sendsSecret(event, keyFiles.has) };
    if (WRITES_REQUEST.test(name) && (isForeign(event, true) || sendsSecret(event, keyFiles.has)))
      return { ...deed('fetches', true), secret: sendsSecret(event, keyFiles.has) };
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
