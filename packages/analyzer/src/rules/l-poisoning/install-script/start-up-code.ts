import { taintsHere } from '../../../engine/values/derive.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Frame } from '../../../engine/frame.js';
import { WHOLE_ENVIRONMENT } from '../../../engine/expressions/environment.js';
import { taintsWithin } from '../../../engine/values/objects.js';
import { outline } from '../../../engine/expressions/texts.js';
import { SanitizedFor, type Source, type Taint } from '../../../engine/values/taint.js';
import { pathsOf, textOf, type HeapObject, type Value } from '../../../engine/values/value.js';
import type { Lines } from '../../../ir/program.js';
import { memoByName } from '../../../common/memo.js';
import { ByLine } from '../../support/by-line.js';
import { callersOf } from '../../support/locations.js';
import { FILE_WRITES, fileWrite } from '../../support/file-writes.js';
import { REQUESTS } from '../../support/requests.js';
import names from './names.json' with { type: 'json' };

/** A security-relevant operation of a script. */
export interface Operation {
  readonly what:
    | 'fetches'
    | 'runs code'
    | 'runs a program'
    | 'writes a file'
    | 'checks a digest'
    | 'identifies the machine';
  readonly lines: Lines;
  readonly frame: Frame;
  /** The command, or the name of the written file, if known. */
  readonly command?: string;
  /** Whether what it runs, sends or writes comes from the network, or describes the machine. */
  readonly foreign: boolean;
  /** Whether it sends secrets: secret variables, the whole environment, key files. */
  readonly secret?: boolean;
}

const FETCHES = new Set([
  ...REQUESTS,
  'urllib.request.urlretrieve',
  'urllib.urlretrieve',
  'urllib.urlopen',
  'urllib2.urlopen',
  'wget.download',
  'socket.create_connection',
  'http.client.HTTPSConnection',
  'http.client.HTTPConnection',
  'net.connect',
  'net.createConnection',
  'tls.connect',
  'dns.lookup',
  'dns.resolve',
  'ftplib.FTP',
  'download',
  'node-fetch',
  'axios',
  'got',
  'phin',
  'follow-redirects.https.get',
  'undici.fetch',
  'dns.resolveTxt',
]);
const CODE = new Set(names.startUpCode.code);
const PROGRAMS =
  /^(?:child_process\.\w+|os\.(?:system|popen|exec\w+|spawn\w+|startfile)|subprocess\.\w+|execa(?:\.\w+)?|shelljs\.exec|cross-spawn(?:\.\w+)?|Bun\.spawn\w*)$/u;
const DIGESTS = /^(?:crypto\.createHash|hashlib\.(?:sha\d+|new|md5)|ssri\.\w+)$/u;
const WHO =
  /^(?:os\.(?:hostname|userInfo|homedir|networkInterfaces|getlogin|uname)|socket\.gethostname|getpass\.getuser|platform\.node|process\.cwd)$/u;
const OF_MACHINE = new Set(['environment', 'secret', 'file-content', 'command-output']);

const given = ({ arguments: { positional, named } }: CallEvent): Value[] => [
  ...positional,
  ...named.values(),
];

/** How deep texts and objects are searched. */
const DEPTH = 4;
/** The same for calls of functions of the program, which read no file themselves. */
const SHALLOW = 1;

/** Whether a predicate holds for a value or for anything within it: parts of a text, fields and items of objects. */
function holdsWithin(value: Value, holds: (value: Value) => boolean, deepest = DEPTH): boolean {
  // Level by level, and each object once: objects share fields, so that there are far more ways to a value than values.
  const seen = new Set<HeapObject>();
  let level: Value[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (level.some(holds)) return true;
    if (depth === deepest) return false;
    const inner: Value[] = [];
    for (const { parts, objects } of level) {
      if (parts) inner.push(...parts);
      for (const object of objects) {
        if (seen.has(object)) continue;
        seen.add(object);
        for (const field of object.fields.values()) inner.push(field);
        for (const item of object.items ?? []) inner.push(item);
      }
    }
    level = inner;
  }
  return false;
}

/** Whether a value identifies the machine or its user: a host name, a user name. */
const namesCaller = (value: Value): boolean =>
  holdsWithin(value, (each) => pathsOf(each).some((path) => WHO.test(path.replace(/\(\)(?:\.\w+)*$/u, ''))));

function isForeign(event: CallEvent, fetches: boolean): boolean {
  return given(event).some((value) => {
    const taints = fetches ? taintsWithin(value, event.frame) : taintsHere(value, event.frame);
    if (
      taints.some(({ source }) => (fetches ? OF_MACHINE.has(source.kind) : source.kind === 'remote-content'))
    )
      return true;
    return fetches && namesCaller(value);
  });
}

/** Files that contain keys and passwords. */
const KEY_FILE =
  /\.(?:ssh|aws|gnupg|kube|docker|npmrc|pypirc|netrc|env|git-credentials|pgpass)\b|id_(?:rsa|ed25519|ecdsa)|wallet|keychain|Login Data|\/etc\/(?:passwd|shadow)/iu;

/** Credentials for the service itself, which are meant for it. */
const SIGNING_IN = /^(?:headers|auth|authorization|bearer)$/iu;

/** Everything that a request sends, except its credentials. */
const sentBy = (event: CallEvent): readonly Taint[] =>
  given(event).flatMap((value) => [
    ...taintsHere(value, event.frame),
    ...value.objects.flatMap(({ fields }) =>
      [...fields].flatMap(([name, field]) => (SIGNING_IN.test(name) ? [] : taintsWithin(field, event.frame))),
    ),
  ]);

/** Writes to a request that is already open. */
const WRITES_REQUEST = /^(?:follow-redirects\.)?https?\.request\(\)\.(?:write|end)$/u;

/** Whether a call sends a secret or the whole environment. */
function sendsSecret(event: CallEvent, readsKeyFile: (source: Source) => boolean): boolean {
  return sentBy(event).some(
    ({ source, sanitizedFor }) =>
      (sanitizedFor & SanitizedFor.SECRET) === 0 &&
      (source.kind === 'secret' || source.name === WHOLE_ENVIRONMENT || readsKeyFile(source)),
  );
}

const isKeyFile = memoByName((text) => text.length < 300 && KEY_FILE.test(text));
const isNameOfKeyFile = ({ constants }: Value): boolean =>
  constants?.some((each) => typeof each === 'string' && isKeyFile(each)) ?? false;

/** Records the lines on which key files are read. */
export class KeyFiles {
  private readonly lines = new ByLine<true>();

  readonly onCall = (event: CallEvent): void => {
    const { frame, node, receiver, names: callees } = event;
    const depth = callees.length > 0 ? DEPTH : SHALLOW;
    const isNamed = (value: Value): boolean => holdsWithin(value, isNameOfKeyFile, depth);
    if (given(event).some(isNamed) || (receiver && isNamed(receiver)))
      this.lines.set(frame.module, node.line, true);
  };

  readonly has = ({ kind, file, line }: Source): boolean =>
    kind === 'file-content' && this.lines.get(file, line) === true;
}

/** Calls that store what they fetch, with the index of the path. */
const DOWNLOADS: ReadonlyMap<string, number> = new Map([
  ['urllib.request.urlretrieve', 1],
  ['urllib.urlretrieve', 1],
  ['wget.download', 1],
]);
const WRITES = new Set(FILE_WRITES);

/** The name of a file, as far as its path is known. */
const fileName = (path: Value | undefined): string | undefined =>
  path && /[^/\\\uFFFC]{3,}$/u.exec(outline(path))?.[0];

/** A file that a call writes, with whether its content comes from the network: streams are not followed. */
function writtenFile(event: CallEvent): Pick<Operation, 'command' | 'foreign'> | undefined {
  const index = event.names.flatMap((name) => DOWNLOADS.get(name) ?? [])[0];
  const written = index === undefined ? fileWrite(event) : { path: event.arguments.positional[index] };
  const name = fileName(written?.path);
  if (!written || name === undefined) return undefined;
  const { data } = written as { data?: Value };
  const isRemote = (value: Value): boolean =>
    taintsWithin(value, event.frame).some(({ source }) => source.kind === 'remote-content');
  return { command: name, foreign: data === undefined || isRemote(data) };
}

/** What a call may do, by its name; its arguments decide the rest. */
const kindOf = memoByName(
  (name): 'fetches' | 'writes a request' | Exclude<Operation['what'], 'fetches'> | undefined => {
    if (FETCHES.has(name)) return 'fetches';
    if (WRITES_REQUEST.test(name)) return 'writes a request';
    if (CODE.has(name)) return 'runs code';
    if (PROGRAMS.test(name)) return 'runs a program';
    if (WRITES.has(name)) return 'writes a file';
    if (DIGESTS.test(name)) return 'checks a digest';
    return WHO.test(name) ? 'identifies the machine' : undefined;
  },
);

/** What a call does, if it matters in scripts that run automatically: a download also writes a file. */
export function operationsOf(event: CallEvent, keyFiles: KeyFiles): readonly Operation[] {
  const first = operationOf(event, keyFiles);
  const written = writtenFile(event);
  const all = first && first.what !== 'writes a file' ? [first] : [];
  if (!written) return all;
  return [...all, { what: 'writes a file', lines: event.node, frame: event.frame, ...written }];
}

function operationOf(event: CallEvent, keyFiles: KeyFiles): Operation | undefined {
  for (const name of event.names) {
    const kind = kindOf(name);
    if (kind === undefined) continue;
    const operation = (what: Operation['what'], foreign = false, command?: string): Operation => ({
      what,
      lines: event.node,
      frame: event.frame,
      foreign,
      ...(command !== undefined && { command }),
    });
    switch (kind) {
      case 'fetches':
        return { ...operation(kind, isForeign(event, true)), secret: sendsSecret(event, keyFiles.has) };
      case 'writes a request': {
        const secret = sendsSecret(event, keyFiles.has);
        if (secret || isForeign(event, true)) return { ...operation('fetches', true), secret };
        break;
      }
      case 'runs code':
        // Importing a module by a constant name does not run code from elsewhere.
        if (name !== 'import' || textOf(event.arguments.positional[0]) === undefined)
          return operation(kind, isForeign(event, false));
        break;
      case 'runs a program':
        return operation(kind, isForeign(event, false), commandOf(event));
      default:
        return operation(kind);
    }
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

/** The files whose code is running: those of the function, of its callers and of the module being loaded. */
export function filesRunning(frame: Frame): readonly string[] {
  const files = new Set<string>();
  for (const each of callersOf(frame)) files.add(each.module);
  if (frame.entry.kind === 'module') files.add(frame.entry.name);
  return [...files];
}
