import { join, objectValue, pathsOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Machine } from '../../../engine/machine.js';
import { findMethod } from '../../../engine/expressions/members.js';
import { apart } from '../../../engine/values/merging.js';
import { awaited, deferred, settled } from '../../../engine/flow/pending.js';
import { iterate } from '../../../engine/values/objects.js';
import { applied, apply, awaiting, closuresOf, itemsOf, later, mapOf } from '../../../models/callbacks.js';
import { fresh } from '../../../models/data.js';
import { decodedFrom } from '../../../models/encodings.js';
import {
  byName,
  converted,
  decoded,
  ends,
  itself,
  made,
  same,
  sanitizedFor,
  nothing,
  type Model,
} from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { split } from '../../../models/texts.js';
import { SanitizedFor } from '../../../engine/values/taint.js';
import { taintsWithin } from '../../../engine/values/objects.js';
import names from './names.json' with { type: 'json' };

const NO_ARGUMENTS = { positional: [], named: new Map<string, Value>() };

/** A decorator that leaves a function unchanged, with or without arguments. */
const decorator: Model = (event, machine) => {
  const first = argument(event, 0);
  return closuresOf(first).length > 0 ? first : fresh(event, machine);
};

/** The field in which the result of `wraps(f)` keeps f. */
const WRAPPED = '%wrapped';

/** `wraps(f)`. */
const wraps: Model = (event, machine) =>
  objectValue({
    id: machine.newId(),
    fields: new Map([[WRAPPED, argument(event, 0)]]),
    path: 'functools.wraps()',
  });

/** `@wraps(f)` applied to a function: it takes over the name and parameters of f. */
const wrapping: Model = (event) => {
  const inner = argument(event, 0);
  const [wrapped] = event.callee.objects.flatMap(({ fields }) => closuresOf(fields.get(WRAPPED) ?? UNKNOWN));
  if (!wrapped) return inner;
  const passing = wrapped.wraps ?? wrapped;
  return {
    ...inner,
    targets: inner.targets.map((each) => (each.kind === 'closure' ? { ...each, wraps: passing } : each)),
  };
};

/** The field in which a partial function keeps its function. */
const FUNCTION = '%function';

/** `partial(f, …)`: a function with some of its arguments bound. */
const partial: Model = (event, machine) => {
  const { positional, named } = event.arguments;
  const [callback = UNKNOWN, ...given_] = positional;
  return objectValue({
    id: machine.newId(),
    fields: new Map([...named, [FUNCTION, callback]]),
    items: given_,
    path: 'functools.partial()',
  });
};

/** A call of a partial function. */
const completed: Model = (event, machine) => {
  let result: Value | undefined;
  for (const { fields, items, path } of event.callee.objects) {
    const callback = fields.get(FUNCTION);
    if (path !== 'functools.partial()' || !callback) continue;
    const { positional, named } = event.arguments;
    const before = [...fields].filter(([name]) => name !== FUNCTION);
    const returned = machine.call({
      ...event,
      callee: callback,
      names: pathsOf(callback),
      arguments: {
        ...event.arguments,
        positional: [...(items ?? []), ...positional],
        named: new Map([...before, ...named]),
      },
    });
    result = result ? join(result, returned) : returned;
  }
  return result;
};

/** `asyncio.gather(a, b)`: a list of the results. With `return_exceptions`, errors are returned and do not end the call. */
const gathered: Model = (event, machine) => {
  const { positional: all, named, spread } = event.arguments;
  const positional = all.map(settled);
  const facts = named.has('return_exceptions')
    ? []
    : [...all, ...(spread ? [iterate(spread, event.frame, machine)] : [])].flatMap(
        ({ pending }) => pending?.facts ?? [],
      );
  const results = objectValue({
    id: machine.newId(),
    fields: new Map(),
    ...(spread ? { rest: positional.reduce(join, spread) } : { items: [...positional] }),
  });
  return deferred(results, facts);
};

/** `asyncio.run(f())`, `future.result()`: waits for the result. */
export const waitedFor =
  (index: 'receiver' | number): Model =>
  (event, machine) =>
    awaited(argument(event, index), event.frame, machine);

/** `Thread(target=f, args=(…))`: f will be called. */
const thread: Model = (event, machine) => {
  const { named, positional } = event.arguments;
  const callback = named.get('target') ?? named.get('function') ?? positional[1];
  const values =
    named.get('args') ?? positional.slice(2).find(({ objects }) => objects.some(({ items }) => items));
  const fields = named.get('kwargs')?.objects.flatMap((object) => [...object.fields]);
  if (callback)
    apart(event.frame, () =>
      apply(callback, values ? itemsOf(values, event, machine) : [], event, machine, new Map(fields)),
    );
  return fresh(event, machine);
};

/** `thread.start()` of a class of the program: its method `run` is called. */
const started: Model = (event, machine) => {
  for (const object of event.receiver?.objects ?? []) {
    const run = object.class && findMethod(object.class, 'run');
    if (run)
      apart(event.frame, () => machine.run(run, NO_ARGUMENTS, event.frame, event.node, objectValue(object)));
  }
  return UNKNOWN;
};

/** `executor.map(f, list)`. */
const mappedByPool: Model = (event, machine) => {
  const [callback = UNKNOWN, list = UNKNOWN] = event.arguments.positional;
  return mapOf(list, callback, event, machine);
};

/** `field(default_factory=f)`, `Field(default=x)`: the initial value of the field. */
const initial: Model = (event, machine) => {
  const { named, positional } = event.arguments;
  const factory = named.get('default_factory');
  return (factory && apply(factory, [], event, machine)) ?? named.get('default') ?? positional[0] ?? UNKNOWN;
};

/** `shlex.join(list)`: each item quoted. */
const quotedList: Model = (event: CallEvent, machine: Machine) => {
  const taints = taintsWithin(argument(event, 0), event.frame);
  const value = { ...UNKNOWN, taints, key: machine.newKey() };
  return sanitizedFor(0, SanitizedFor.SHELL)(
    { ...event, arguments: { positional: [value], named: new Map() } },
    machine,
  );
};

const POOLS = [
  'concurrent.futures.ThreadPoolExecutor()',
  'concurrent.futures.ProcessPoolExecutor()',
  'multiprocessing.Pool()',
];

/** Functions that call functions, decorators, and functions that quote for a shell or another language. */
export const CALLS: Readonly<Record<string, Model>> = {
  ...byName(names.calls.decorators, decorator),
  'functools.wraps': wraps,
  'functools.wraps()': wrapping,
  'functools.update_wrapper': fresh,
  ...byName(
    ['functools.lru_cache()', 'tenacity.retry()', 'cachetools.cached()', 'backoff.on_exception()'],
    itself(0),
  ),
  'functools.partial': partial,
  'functools.partial()': completed,
  'functools.reduce': (event, machine) =>
    itemsOf(argument(event, 1), event, machine).reduce(
      (sum, item) => apply(argument(event, 0), [sum, item], event, machine) ?? UNKNOWN,
      event.arguments.positional[2] ?? iterate(argument(event, 1), event.frame, machine),
    ),
  ...byName(names.calls.tasks, itself(0)),
  // They continue when the call is done.
  'asyncio.run': waitedFor(0),
  'asyncio.run_coroutine_threadsafe': itself(0),
  'asyncio.gather': gathered,
  'asyncio.as_completed': itself(0),
  ...byName(
    [
      'asyncio.to_thread',
      'anyio.to_thread.run_sync',
      'starlette.concurrency.run_in_threadpool',
      'fastapi.concurrency.run_in_threadpool',
      'trio.to_thread.run_sync',
    ],
    awaiting(applied(0, 1)),
  ),
  ...byName(['anyio.run', 'anyio.from_thread.run', 'anyio.from_thread.run_sync'], (event, machine) => {
    const value = applied(0, 1)(event, machine);
    return value && awaited(value, event.frame, machine);
  }),
  ...byName(['anyio.create_task_group().start_soon', 'trio.open_nursery().start_soon'], later(applied(0, 1))),
  'asgiref.sync.sync_to_async': itself(0),
  ...byName(
    [
      'asyncio.timeout',
      'asyncio.sleep',
      'asyncio.Lock',
      'asyncio.Semaphore',
      'asyncio.Event',
      'contextlib.suppress',
    ],
    fresh,
  ),
  ...byName(
    POOLS.flatMap((pool) => [`${pool}.submit`, `${pool}.apply_async`]),
    awaiting(applied(0, 1)),
  ),
  ...byName(
    POOLS.map((pool) => `${pool}.apply`),
    applied(0, 1),
  ),
  ...byName(
    POOLS.map((pool) => `${pool}.map`),
    mappedByPool,
  ),
  ...byName(['threading.Thread().start', 'multiprocessing.Process().start'], started),
  'atexit.register': later(applied(0, 1)),
  ...byName(['threading.Thread', 'multiprocessing.Process', 'threading.Timer'], thread),
  ...byName(['dataclasses.field', 'pydantic.Field', 'attr.ib', 'attrs.field'], initial),
  ...byName(['shlex.quote', 'pipes.quote'], sanitizedFor(0, SanitizedFor.SHELL)),
  'shlex.join': quotedList,
  'shlex.split': split(0),
  ...byName(
    [
      'psycopg.sql.Identifier',
      'psycopg.sql.Literal',
      'psycopg2.sql.Identifier',
      'psycopg2.sql.Literal',
      'pymysql.converters.escape_string',
      'psycopg2.extensions.quote_ident',
    ],
    sanitizedFor(0, SanitizedFor.SQL),
  ),
  ...byName(
    ['ldap3.utils.conv.escape_filter_chars', 'ldap.filter.escape_filter_chars'],
    sanitizedFor(0, SanitizedFor.QUERY),
  ),
  ...byName(
    [
      'base64.b64encode',
      'base64.urlsafe_b64encode',
      'base64.b16encode',
      'binascii.hexlify',
      'base64.standard_b64encode',
    ],
    converted(
      0,
      sanitizedFor(
        0,
        SanitizedFor.SHELL |
          SanitizedFor.CODE |
          SanitizedFor.SQL |
          SanitizedFor.QUERY |
          SanitizedFor.TEMPLATE |
          SanitizedFor.ARGUMENT,
      ),
    ),
  ),
  ...byName(['pydantic.SecretStr', 'pydantic.types.SecretStr', 'pydantic.SecretBytes'], same(0)),
  ...byName(
    ['html.escape', 'markupsafe.escape', 'bleach.clean', 'nh3.clean'],
    made(0, { sanitizedFor: SanitizedFor.HTML }),
  ),
  'html.unescape': decoded(0),
  ...byName(['textwrap.dedent', 'textwrap.indent', 'textwrap.fill', 'textwrap.shorten'], made(0)),
  ...byName(
    ['base64.b64decode', 'base64.urlsafe_b64decode', 'base64.standard_b64decode', 'binascii.a2b_base64'],
    decodedFrom(0, () => 'base64'),
  ),
  ...byName(
    ['bytes.fromhex', 'binascii.unhexlify', 'binascii.a2b_hex'],
    decodedFrom(0, () => 'hex'),
  ),
  'signal.signal': nothing,
  ...byName(
    ['sys.exit', 'os._exit', 'os.abort', 'exit', 'quit', 'flask.abort', 'quart.abort', 'bottle.abort'],
    ends,
  ),
};
