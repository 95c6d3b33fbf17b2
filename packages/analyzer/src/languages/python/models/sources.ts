import { environmentVariable } from '../../../engine/expressions/environment.js';
import { STACK_TRACE } from '../../../engine/expressions/foreign-fields.js';
import { assuming, choosing } from '../../../engine/values/assumptions.js';
import { Assumption } from '../../../engine/values/reasons.js';
import { taintsHere } from '../../../engine/values/derive.js';
import { CLIENT_SOURCES, SANITIZED_FOR_ALL, type SourceKind } from '../../../engine/values/taint.js';
import { join, objectValue, textOf, UNKNOWN } from '../../../engine/values/value.js';
import { answerOf } from '../../../models/addresses.js';
import { PYTHON_ARCHIVES } from '../../../models/archives.js';
import { fresh, parsed, serialized } from '../../../models/data.js';
import { byName, made, nothing, source, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { runningShell, shellVariable } from '../../../models/shells.js';
import names from './names.json' with { type: 'json' };

const file = source('file-content', () => 'the content of a file');
const remote = source('remote-content', answerOf);
const output = source('command-output', () => 'the output of a command');
const rows = source('database-content', () => 'the rows of a database');
const stack = source('exception', () => STACK_TRACE);

/** `open(path, mode)`: a file opened only for writing is not a source. */
const opened: Model = (event, machine) => {
  const mode = textOf(argument(event, 1, 'mode'));
  return mode !== undefined && /[wax]/u.test(mode) && !mode.includes('+')
    ? fresh(event, machine)
    : file(event, machine);
};

/** `path.open(mode)`. */
const openedPath: Model = (event, machine) =>
  opened(
    { ...event, arguments: { ...event.arguments, positional: [UNKNOWN, ...event.arguments.positional] } },
    machine,
  );

/** The receiver's source if it has one, else a new one. */
const continued =
  (kind: SourceKind, now: Model): Model =>
  (event, machine) =>
    event.receiver?.taints.some((taint) => taint.source.kind === kind) === true
      ? made('receiver')(event, machine)
      : now(event, machine);

const VARIABLE_OF_CHOICE = "an environment variable of the caller's choice";

/** `os.environ.get(name, default)`, `os.getenv(name, default)`. */
const variable: Model = (event, machine) => {
  const { frame, node } = event;
  const name = argument(event, 0, 'key');
  const initial = event.arguments.positional[1] ?? event.arguments.named.get('default');
  const known = textOf(name);
  const isChosen = taintsHere(name, frame).some(
    (taint) =>
      CLIENT_SOURCES.has(taint.source.kind) && (taint.sanitizedFor & SANITIZED_FOR_ALL) !== SANITIZED_FOR_ALL,
  );
  const value =
    known !== undefined
      ? environmentVariable(known, shellVariable(known), frame, node, machine)
      : isChosen
        ? source('environment', () => VARIABLE_OF_CHOICE)({ ...event, names: [] }, machine)
        : UNKNOWN;
  const given = initial ? join(value ?? UNKNOWN, initial) : (value ?? UNKNOWN);
  if (known === undefined) return given;
  const reason = { because: Assumption.DEFAULTS, variables: [known] };
  return initial ? choosing(given, [initial], reason) : assuming(given, null, reason);
};

const HTTP_METHODS = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'request',
  'stream',
  'send',
];
const CLIENTS = names.sources.clients;
const REQUESTS = CLIENTS.flatMap((client) => HTTP_METHODS.map((method) => `${client}.${method}`));

const CURSORS = names.sources.cursors;
const CONNECTIONS = names.sources.connections;
const QUERIES = names.sources.queries;

/** `subprocess.Popen(command)`: a running program, whose input can be written. */
const running: Model = (event, machine) => {
  const result = output(event, machine) ?? UNKNOWN;
  const command = argument(event, 0, 'args');
  const [program = command, ...given] = command.objects.flatMap(({ items = [], rest }) => [
    ...items,
    ...(rest ? [rest] : []),
  ]);
  const shell = runningShell(machine.newId(), program, given);
  return shell ? { ...result, objects: shell.objects } : result;
};

const SUBPROCESS = ['run', 'Popen', 'check_output', 'getoutput', 'getstatusoutput'];

/** Secrets that the user is prompted for. */
const secret = source('secret', () => 'a password that is asked for');

/** A text buffer: its contents are kept in it. */
const buffer: Model = (event, machine) => {
  const [first] = event.arguments.positional;
  const [path = ''] = event.names;
  return objectValue({
    id: machine.newId(),
    fields: new Map(),
    path: `${path}()`,
    ...(first && { rest: first }),
  });
};

const written: Model = (event) => {
  const value = argument(event, 0);
  for (const object of event.receiver?.objects ?? [])
    object.rest = object.rest ? join(object.rest, value) : value;
  return UNKNOWN;
};

const kept: Model = (event) =>
  (event.receiver?.objects ?? []).reduce((all, { rest }) => (rest ? join(all, rest) : all), UNKNOWN);

/** Sources: files, hosts, programs, databases, the environment, errors; and how data is parsed and serialized. */
export const SOURCES: Readonly<Record<string, Model>> = {
  ...PYTHON_ARCHIVES,
  open: opened,
  'pathlib.Path().open': openedPath,
  ...byName(
    [
      'pathlib.Path().read_text',
      'pathlib.Path().read_bytes',
      'linecache.getline',
      'pandas.read_csv',
      'pandas.read_excel',
      'fileinput.input',
      'mmap.mmap',
    ],
    file,
  ),
  ...byName(
    ['flask', 'quart'].flatMap((name) => [`${name}.request.get_json`, `${name}.request.get_data`]),
    source('http-request', () => 'the request'),
  ),
  ...byName(REQUESTS, remote),
  ...byName(names.sources.remote, remote),
  ...byName(
    SUBPROCESS.map((name) => `subprocess.${name}`),
    output,
  ),
  'subprocess.Popen': running,
  ...byName(names.sources.processes, output),
  ...byName(['subprocess.call', 'subprocess.check_call', 'os.system'], nothing),
  ...byName(
    [...CURSORS, ...CONNECTIONS].flatMap((each) => QUERIES.map((query) => `${each}.${query}`)),
    continued('database-content', rows),
  ),
  ...byName(
    [
      'pandas.read_sql',
      'pandas.read_sql_query',
      'pymongo.MongoClient().*',
      'motor.motor_asyncio.AsyncIOMotorClient().*',
      'redis.Redis().get',
      'redis.Redis().hgetall',
      'redis.Redis().hget',
    ],
    rows,
  ),
  ...byName(
    [
      'os.getenv',
      'os.environ.get',
      'os.environ.pop',
      'os.environ.setdefault',
      'decouple.config',
      'environ.Env().str',
    ],
    variable,
  ),
  ...byName(
    [
      'traceback.format_exc',
      'traceback.format_exception',
      'traceback.format_tb',
      'traceback.format_list',
      'traceback.extract_tb',
      'traceback.TracebackException',
      'traceback.TracebackException.from_exception',
    ],
    stack,
  ),
  'traceback.format_exception_only': source('exception', () => 'the error'),
  'sys.exc_info': source('exception', () => 'the error'),
  ...byName(['getpass.getpass', 'keyring.get_password'], secret),
  ...byName(names.sources.decoding, parsed(0)),
  ...byName(['json.dumps', 'yaml.dump', 'yaml.safe_dump'], serialized),
  'json.dump': nothing,
  ...byName(['io.StringIO', 'io.BytesIO'], buffer),
  ...byName(['io.StringIO().write', 'io.BytesIO().write'], written),
  ...byName(
    [
      'io.StringIO().getvalue',
      'io.BytesIO().getvalue',
      'io.StringIO().read',
      'io.BytesIO().read',
      'io.BytesIO().getbuffer',
    ],
    kept,
  ),
  ...byName(names.sources.withoutTaint, fresh),
};
