import { assuming } from '../../../engine/values/assumptions.js';
import { Assumption } from '../../../engine/values/reasons.js';
import { taintsHere } from '../../../engine/values/derive.js';
import { guarded, negate } from '../../../engine/values/guards.js';
import { environmentVariable } from '../../../engine/expressions/environment.js';
import { STACK_TRACE } from '../../../engine/expressions/foreign-fields.js';
import { CLIENT_SOURCES, SanitizedFor, SANITIZED_FOR_ALL } from '../../../engine/values/taint.js';
import { join, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { answerOf } from '../../../models/addresses.js';
import { GO_ARCHIVES } from '../../../models/archives.js';
import { fresh, parsed } from '../../../models/data.js';
import { cellsOf, shownByRow } from '../../../models/storage/rows.js';
import {
  byName,
  ends,
  itself,
  made,
  type Model,
  sanitizedFor,
  nothing,
  source,
} from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { shellVariable } from '../../../models/shells.js';
import { COMMANDS } from './commands.js';
import { argumentNamed, results, writeInto } from './results.js';
import names from './names.json' with { type: 'json' };

const VALUE = 'reflect.Value()';

/** `reflect.New(type)`: an object of an unknown type, which is filled in later. */
const reflected: Model = (event, machine) => ({
  ...UNKNOWN,
  objects: [machine.allocate(event.node, event.frame, { path: VALUE })],
});

/** Reflection: a value seen through `reflect` is the same value. */
const REFLECTION: Readonly<Record<string, Model>> = {
  ...byName(['reflect.ValueOf', 'reflect.Indirect'], itself(0)),
  'reflect.New': reflected,
  ...byName(
    ['Interface', 'Elem', 'Addr'].map((name) => `${VALUE}.${name}`),
    itself(),
  ),
  ...byName(['reflect.TypeOf', 'reflect.TypeFor'], fresh),
};

const file = source('file-content', () => 'the content of a file');
const rows = source('database-content', () => 'the rows of a database');
const stack = source('exception', () => STACK_TRACE);

const remote = source('remote-content', (event) => {
  // A request created earlier: its URL is one of its fields.
  const [first, second] = event.arguments.positional;
  const address = first?.objects[0]?.fields.get('URL');
  const positional = address ? [address, ...(second ? [second] : [])] : event.arguments.positional;
  return answerOf({ ...event, arguments: { ...event.arguments, positional } });
});

const VARIABLE_OF_CHOICE = "an environment variable of the caller's choice";

/** `os.Getenv(name)`. */
const variable: Model = (event, machine) => {
  const { frame, node } = event;
  const name = argument(event, 0);
  const known = textOf(name);
  if (known !== undefined)
    return assuming(environmentVariable(known, shellVariable(known), frame, node, machine), '', {
      because: Assumption.DEFAULTS,
      variables: [known],
    });
  const isChosen = taintsHere(name, frame).some(
    (taint) =>
      CLIENT_SOURCES.has(taint.source.kind) && (taint.sanitizedFor & SANITIZED_FOR_ALL) !== SANITIZED_FOR_ALL,
  );
  return isChosen
    ? source('environment', () => VARIABLE_OF_CHOICE)({ ...event, names: [] }, machine)
    : UNKNOWN;
};

/** `value, ok := os.LookupEnv(name)`. */
const lookedUp: Model = (event, machine) => {
  const value = variable(event, machine) ?? UNKNOWN;
  const isSet = value.assumed ? assuming(UNKNOWN, false, value.assumed) : UNKNOWN;
  return results([value, isSet], machine);
};

/** `json.Unmarshal(data, &value)`. */
const unmarshalled: Model = (event, machine) => {
  const value = parsed(0)(event, machine) ?? UNKNOWN;
  writeInto(1, { ...value, targets: [] }, event, machine);
  return UNKNOWN;
};

/** `decoder.Decode(&value)`. */
const decoded: Model = (event, machine) => {
  const value = parsed('receiver')(event, machine) ?? UNKNOWN;
  writeInto(0, { ...value, targets: [] }, event, machine);
  return UNKNOWN;
};

/** `c.ShouldBindJSON(&value)`: what frameworks read from a request. */
const bound: Model = (event, machine) =>
  (event.receiver?.taints.length ?? 0) > 0 ? decoded(event, machine) : undefined;

/** `rows.Scan(&a, &b)`, `db.Get(&value, query)`: the results are written to the arguments. */
const found =
  (first: boolean): Model =>
  (event, machine) => {
    if (event.arguments.positional.length === 0) return UNKNOWN;
    const value: Value = { ...(rows(event, machine) ?? UNKNOWN), targets: [] };
    const cells = cellsOf(event);
    for (const index of first ? [0] : event.arguments.positional.keys()) {
      const cell = cells[index];
      writeInto(index, cell ? join(value, cell) : value, event, machine);
    }
    // There is no error where there is a row.
    return guarded({ ...UNKNOWN, targets: event.callee.targets }, negate(shownByRow(event)));
  };

const FINDERS = new Set(['Find', 'First', 'Last', 'Take', 'Scan', 'Pluck']);

/** The last argument of a gorm query is its target. */
const ofGorm: Model = (event, machine) =>
  FINDERS.has(event.method ?? '') ? found(true)(event, machine) : fresh(event, machine);

const writtenStack: Model = (event, machine) => {
  writeInto(0, { ...(stack(event, machine) ?? UNKNOWN), targets: [] }, event, machine);
  return UNKNOWN;
};

/** `json.NewEncoder(w).Encode(value)`: the output goes to the encoder's writer. */
const WRITER = '%writer';
const encoder: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: 'encoding/json.NewEncoder()' });
  object.fields.set(WRITER, argument(event, 0));
  return { ...UNKNOWN, objects: [object] };
};

const encoded: Model = (event) => {
  for (const { fields } of event.receiver?.objects ?? [])
    for (const object of fields.get(WRITER)?.objects ?? []) object.rest = argument(event, 0);
  return UNKNOWN;
};

const HTTP = ['Get', 'Post', 'PostForm', 'Head', 'Do'];
const DATABASES = ['database/sql.DB()', 'database/sql.Tx()', 'database/sql.Conn()', 'database/sql.Stmt()'];
const PGX = [
  'github.com/jackc/pgx/v5.Connect()',
  'github.com/jackc/pgx/v5/pgxpool.New()',
  'github.com/jackc/pgx/v5/pgxpool.Pool()',
  'github.com/jackc/pgx/v5.Conn()',
];

/** Sources: files, hosts, programs, databases, the environment. */
export const SOURCES: Readonly<Record<string, Model>> = {
  ...GO_ARCHIVES,
  ...byName(['os.ReadFile', 'os.Open', 'os.OpenFile', 'os.OpenInRoot', 'embed.FS().ReadFile'], file),
  ...byName(names.sources.opening, file),
  ...byName(
    [
      'io.ReadAll',
      'os.ReadAll',
      'io.NopCloser',
      'io.TeeReader',
      'bufio.NewReader',
      'bufio.NewScanner',
      'bufio.NewReaderSize',
    ],
    made(0),
  ),
  ...byName(
    ['image.DecodeConfig', 'net/http.ParseTime', 'net/http.StatusText'],
    sanitizedFor(0, SANITIZED_FOR_ALL),
  ),
  'io.LimitReader': sanitizedFor(0, SanitizedFor.SIZE),
  'net/http.MaxBytesReader': sanitizedFor(1, SanitizedFor.SIZE),
  ...byName(
    HTTP.flatMap((name) => [`net/http.${name}`, `net/http.Client().${name}`]),
    remote,
  ),
  ...COMMANDS,
  ...byName(
    [...DATABASES, ...PGX].flatMap((each) =>
      ['Query', 'QueryContext', 'QueryRow', 'QueryRowContext', 'Queryx', 'QueryRowx'].map(
        (name) => `${each}.${name}`,
      ),
    ),
    rows,
  ),
  ...byName(
    DATABASES.flatMap((each) =>
      ['Get', 'Select', 'GetContext', 'SelectContext'].map((name) => `${each}.${name}`),
    ),
    found(true),
  ),
  'gorm.io/gorm.DB().*': ofGorm,
  'gorm.io/gorm.Open().*': ofGorm,
  'os.Getenv': variable,
  'os.LookupEnv': lookedUp,
  'os.Environ': source('environment', () => 'the environment of the process'),
  'runtime/debug.Stack': stack,
  'runtime.Stack': writtenStack,
  ...byName(names.sources.decoding, unmarshalled),
  ...byName(['encoding/json.NewDecoder', 'gopkg.in/yaml.v3.NewDecoder', 'encoding/xml.NewDecoder'], made(0)),
  'encoding/json.NewEncoder': encoder,
  'encoding/json.NewEncoder().Encode': encoded,
  'net/http.HandlerFunc': itself(0),
  ...REFLECTION,
  ...byName(names.sources.withoutTaint, fresh),
  ...byName(['os.Exit', 'log.Fatal', 'log.Fatalf', 'log.Fatalln', 'log.Panic', 'log.Panicf'], ends),
  'sync.Once().Do': () => undefined,
  'time.AfterFunc': () => undefined,
  'sort.Strings': nothing,
};

/** Methods of readers, decoders and rows of any type. */
export const SOURCE_METHODS: Readonly<Record<string, Model>> = {
  Decode: decoded,
  // Of the contexts of gin, echo and fiber.
  ...byName(names.sources.requestBinders, bound),
  Scan: found(false),
  StructScan: found(true),
  Elem: itself(),
  ...byName(names.sources.readerMethods, made('receiver')),
  ...byName(['StringOr', 'GetString', 'GetStringOr', 'RequireString'], argumentNamed),
  String: (event, machine) => argumentNamed(event, machine) ?? made('receiver')(event, machine),
};
