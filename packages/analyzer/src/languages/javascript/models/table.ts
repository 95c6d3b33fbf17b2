import { resultTargets } from '../../../engine/values/external-values.js';
import { targetValue, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { derive } from '../../../engine/values/derive.js';
import { guarded, NO_GUARDS } from '../../../engine/values/guards.js';
import { firstOf } from '../../../engine/values/list-items.js';
import { iterate } from '../../../engine/values/objects.js';
import {
  CLIENT_SOURCES,
  SanitizedFor,
  SANITIZED_FOR_ALL,
  sanitize,
  NUMBER,
} from '../../../engine/values/taint.js';
import {
  applied,
  bound,
  BOUND_FUNCTION,
  called,
  chosen,
  forEach,
  later,
  mapped,
  reduced,
  tested,
} from '../../../models/callbacks.js';
import { caught, then } from './promises.js';
import { deferred } from '../../../engine/flow/pending.js';
import {
  added,
  concatenated,
  entries,
  extended,
  fromEntries,
  got,
  keys,
  merged,
  prepended,
  set,
  values,
} from '../../../models/collections.js';
import {
  byName,
  bounded,
  check,
  converted,
  ends,
  itself,
  decoded,
  made,
  sanitizedFor,
  nothing,
  number,
  same,
  source,
  type Model,
  type ModelTable,
} from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { answerOf } from '../../../models/addresses.js';
import { decodedFrom } from '../../../models/encodings.js';
import { AGENT_MODELS, REQUEST_EVENTS } from './agents.js';
import { JAVASCRIPT_ARCHIVES } from '../../../models/archives.js';
import { CONTEXTS } from './contexts.js';
import { EVENTS } from './events.js';
import { BUNDLES } from './bundles.js';
import { COMMANDS, COMMAND_EVENTS, plainTag } from './commands.js';
import { MIDDLEWARE } from './middleware.js';
import { oneOfThem, PROMISES, together } from './promises.js';
import { PROXIES } from './proxies.js';
import { QUERIES } from './queries.js';
import { REQUEST_CLASSES, REQUESTS } from './requests.js';
import { piped, STREAM_MODELS } from './streams.js';
import { WORKERS } from './workers.js';
import { fresh, hashed, hasher, opened, parsed, part, serialized } from '../../../models/data.js';
import { baseName, folderName, joinedNormally, normalPath, relativePath } from '../../../models/paths.js';
import { madeUrl } from '../../../models/urls.js';
import {
  endsWith,
  includes,
  joined,
  matches,
  asIndex,
  replace,
  split,
  startsWith,
} from '../../../models/texts.js';
import { writtenFile } from './written-files.js';
import names from './names.json' with { type: 'json' };

/** `require("x")`, `import("x")`. */
const required: Model = (event, machine) => {
  machine.noteLoaded(event.frame.module, argument(event, 0));
  const specifier = textOf(argument(event, 0)) ?? writtenFile(event, machine);
  return specifier === undefined
    ? undefined
    : (machine.imported(event.frame.module, specifier, '*') ?? UNKNOWN);
};

/** `__importDefault(m)`: an object whose default is the module; the module's path already represents it. */
const importDefault: Model = (event, machine) => {
  const value = argument(event, 0);
  if (value.targets.some((target) => target.kind === 'external')) return value;
  return {
    ...UNKNOWN,
    objects: [{ id: machine.newId(), fields: new Map([['default', value]]) }, ...value.objects],
  };
};

/** `promisify(f)` is represented by f. */
const promisified: Model = (event) => argument(event, 0);

/** `Buffer.from(text, "base64")`. */
const encodedBytes: Model = (event, machine) => {
  const encoding = /^(?:(base64)(?:url)?|(hex))$/iu.exec(textOf(event.arguments.positional[1]) ?? '');
  if (!encoding) return decoded(0)(event, machine);
  return decodedFrom(0, () => (encoding[1] === undefined ? 'hex' : 'base64'))(event, machine);
};

/** `Buffer.concat(chunks)` of what a client sends in pieces. */
const bytesOfAll: Model = (event, machine) => {
  const { taints, ...all } = iterate(argument(event, 0), event.frame, machine);
  const sent = { ...all, taints: taints.filter(({ source: { kind } }) => CLIENT_SOURCES.has(kind)) };
  return made(0)({ ...event, arguments: { positional: [sent], named: new Map() } }, machine);
};

/** `value.toString()`: in another encoding or base, it is another text. */
const asText: Model = (event, machine) => {
  const form = event.arguments.positional[0];
  const isOther = form !== undefined && !/^(?:utf-?8|ascii|latin1)$/iu.test(textOf(form) ?? '');
  return (isOther ? made('receiver') : same())(event, machine);
};

/** Bytes decoded in a given encoding. */
const buffered: Model = (event, machine) => {
  const [, encoding] = event.arguments.positional;
  const isPlain = encoding === undefined || /^utf-?8$/iu.test(textOf(encoding) ?? '');
  return (isPlain ? made(0) : encodedBytes)(event, machine);
};

const remote = source('remote-content', answerOf);
const file = source('file-content', () => 'the content of a file');
const output = source('command-output', () => 'the output of a command');

const FETCHES = names.table.fetches;

/** `Math.min(x, 100)`: a number in any case. */
const boundedNumber =
  (smallest: boolean): Model =>
  (event, machine) => {
    const value = bounded(smallest)(event, machine) ?? UNKNOWN;
    return { ...value, taints: sanitize(value.taints, NUMBER) };
  };

/** What a text of letters, digits, `+`, `/` and `=` is sanitized for. */
const BASE64 =
  SanitizedFor.SHELL |
  SanitizedFor.CODE |
  SanitizedFor.SQL |
  SanitizedFor.QUERY |
  SanitizedFor.TEMPLATE |
  SanitizedFor.ARGUMENT;

/** Models of JavaScript's built-in functions and Node.js. */
export const JAVASCRIPT_MODELS: ModelTable = {
  emitted: { ...COMMAND_EVENTS, ...REQUEST_EVENTS },
  madeOfArguments: [...REQUEST_CLASSES, 'String'],
  paths: {
    ...AGENT_MODELS,
    ...JAVASCRIPT_ARCHIVES,
    ...CONTEXTS,
    ...EVENTS,
    ...BUNDLES,
    ...MIDDLEWARE,
    ...PROMISES,
    ...PROXIES,
    ...STREAM_MODELS,
    ...WORKERS,
    [BOUND_FUNCTION]: bound,
    require: required,
    import: required,
    __importDefault: importDefault,
    __importStar: itself(0),
    __toESM: importDefault,
    __toCommonJS: itself(0),
    'module.createRequire()': required,
    'tslib.__importDefault': importDefault,
    'tslib.__importStar': itself(0),
    'util.promisify': promisified,
    'Promise.all': together,
    ...byName(['Promise.allSettled', 'Promise.any', 'Promise.race'], oneOfThem),
    'Promise.resolve': (event) => deferred(argument(event, 0), []),
    // `$("article")`: a part of the page that was loaded.
    'cheerio.load()': (event, machine) => ({
      ...derive(event.callee, event.frame, machine, {}, event.node),
      targets: resultTargets(event),
    }),
    'zod-to-json-schema.zodToJsonSchema': itself(0),
    'zod-to-json-schema': itself(0),
    ...byName(
      ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'process.nextTick'],
      later(applied(0, 2)),
    ),
    ...byName(names.table.numbers, number(0)),
    'Math.min': boundedNumber(true),
    'Math.max': boundedNumber(false),
    'Number.isInteger': check(0, NUMBER),
    'Number.isFinite': check(0, NUMBER),
    'Number.isSafeInteger': check(0, NUMBER),
    isNaN: nothing,
    ...byName(['process.exit', 'process.abort', 'Deno.exit', 'http.IncomingMessage().throw'], ends),
    Boolean: (event) => guarded(UNKNOWN, argument(event, 0).guards ?? NO_GUARDS),
    'Array.isArray': nothing,
    String: same(0),
    ...byName(names.table.plainTags, plainTag),
    'Array.from': itself(0),
    'Object.keys': keys(0),
    'Object.getOwnPropertyNames': keys(0),
    'Object.values': values(0),
    'Object.entries': entries(0),
    'Object.fromEntries': fromEntries,
    'Object.assign': merged(0, 1),
    'Object.freeze': itself(0),
    structuredClone: itself(0),
    Map: fromEntries,
    Set: (event, machine) => fromIterable(argument(event, 0), machine.newId()),
    WeakMap: fromEntries,
    'JSON.stringify': serialized,
    'JSON.parse': parsed(0),
    ...QUERIES,
    encodeURI: made(0),
    escape: made(0),
    'Buffer.from': converted(0, buffered),
    'Buffer.concat': bytesOfAll,
    ...byName(['TextEncoder().encode', 'crypto.createSecretKey'], converted(0, made(0))),
    atob: decodedFrom(0, () => 'base64'),
    btoa: sanitizedFor(0, BASE64),
    URL: madeUrl,
    ...REQUESTS,
    'url.parse': made(0, { checks: SanitizedFor.URL }),
    'url.fileURLToPath': made(0),
    'path.join': joinedNormally,
    'path.resolve': normalPath(false),
    'path.normalize': normalPath(false),
    'path.relative': relativePath(1),
    'path.basename': baseName(0),
    'path.isAbsolute': (event) => isAbsolute(argument(event, 0)),
    // A check of the extension does not apply to the whole path.
    'path.extname': made(0, { sanitizedFor: NUMBER, suffix: '%ending' }),
    'path.dirname': folderName,
    ...byName(
      ['fs.realpath', 'fs.realpathSync', 'fs.realpathSync.native', 'fs.realpath.native'],
      normalPath(true),
    ),
    ...byName(['fs.readFile', 'fs.readFileSync', 'fs.createReadStream', 'fs.open().readFile'], file),
    ...byName(names.table.fileChecks, nothing),
    ...byName(names.table.processes, output),
    ...COMMANDS,
    ...byName(FETCHES, remote),
    RegExp: (event) => compiled(event.arguments.positional),
    ...byName(
      ['shell-quote.quote', 'shell-escape', 'shescape.quote', 'shescape.escape'],
      sanitizedFor(0, SanitizedFor.SHELL | SanitizedFor.ARGUMENT),
    ),
    ...byName(
      ['escape-string-regexp', 'lodash.escapeRegExp', '_.escapeRegExp', 'RegExp.escape'],
      sanitizedFor(0, SanitizedFor.REGEX),
    ),
    ...byName(
      [
        'sqlstring.escape',
        'mysql2.escape',
        'mysql2.escapeId',
        'pg.escapeIdentifier',
        'pg.escapeLiteral',
        'pg-format',
      ],
      sanitizedFor(0, SanitizedFor.SQL),
    ),
    ...byName(['crypto.randomUUID', 'crypto.randomBytes', 'Date.now', 'Date', 'Math.random'], fresh),
    ...byName(['crypto.createHash', 'crypto.createHmac'], hasher),
    'crypto.createDecipheriv': made(1),
    ...byName(['crypto.createDecipheriv().update', 'crypto.createDecipheriv().final'], opened),
    ...byName(
      ['uuid.validate', 'validator.isUUID', 'validator.isInt', 'validator.isAlphanumeric'],
      check(0, SANITIZED_FOR_ALL),
    ),
  },
  methods: {
    ...byName(names.table.textMethods, same()),
    toString: asText,
    ...byName(['slice', 'substring', 'substr', 'charAt', 'at'], part),
    ...byName(['padStart', 'padEnd', 'repeat'], made('receiver')),
    json: parsed('receiver'),
    ...byName(['toISOString', 'toUTCString'], made('receiver', { sanitizedFor: SANITIZED_FOR_ALL })),
    digest: hashed,
    concat: concatenated,
    split: split('receiver'),
    replace: replace('receiver', 0, 1),
    replaceAll: replace('receiver', 0, 1, true),
    join: joined(0, 'receiver'),
    includes: includes('receiver', 0),
    has: includes('receiver', 0),
    ...byName(['indexOf', 'lastIndexOf'], asIndex(includes('receiver', 0))),
    startsWith: startsWith('receiver', 0),
    endsWith: endsWith('receiver', 0),
    test: matches('receiver', 0),
    match: matches(0, 'receiver'),
    matchAll: matches(0, 'receiver'),
    search: asIndex(matches(0, 'receiver')),
    exec: (event, machine) => (event.receiver?.regex ? matches('receiver', 0)(event, machine) : undefined),
    map: mapped,
    flatMap: mapped,
    filter: chosen(false),
    find: chosen(true),
    findLast: chosen(true),
    forEach,
    some: tested(false),
    every: tested(true),
    reduce: reduced,
    reduceRight: reduced,
    sort: itself(),
    reverse: itself(),
    toSorted: itself(),
    flat: itself(),
    then,
    catch: caught,
    finally: (event) => argument(event, 'receiver'),
    call: called,
    apply: called,
    bind: called,
    push: added('receiver', 0),
    unshift: prepended,
    add: added('receiver', 0),
    append: added('receiver', 0),
    extend: extended,
    get: (event, machine) => ((event.receiver?.objects.length ?? 0) > 0 ? got(event, machine) : undefined),
    set: (event, machine) => ((event.receiver?.objects.length ?? 0) > 0 ? set(event, machine) : undefined),
    entries: entries('receiver'),
    keys: keys('receiver'),
    values: values('receiver'),
    pipe: piped,
    pop: chosen(true),
    shift: (event, machine) => firstOf(event.receiver) ?? chosen(true)(event, machine),
    toFixed: number(),
  },
};

function fromIterable(value: Value, id: number): Value {
  const [only] = value.objects;
  if (!only)
    return value.taints.length > 0 ? value : { ...UNKNOWN, objects: [{ id, fields: new Map(), items: [] }] };
  return {
    ...value,
    objects: value.objects.map((object) => ({ ...object, fields: new Map(object.fields) })),
  };
}

/** `path.isAbsolute(path.relative(base, p))` is true if p is on another drive. */
function isAbsolute(value: Value): Value {
  if (!value.key?.includes('%relative')) return UNKNOWN;
  return { ...UNKNOWN, guards: { whenTrue: [], whenFalse: [] } };
}

/** `new RegExp(pattern, flags)` with constants. */
function compiled([pattern, flags]: readonly Value[]): Value | undefined {
  const text = textOf(pattern);
  if (text === undefined) return undefined;
  return {
    ...targetValue({ kind: 'external', path: 'RegExp()' }),
    regex: { pattern: text, flags: textOf(flags) ?? '' },
  };
}
