import { ALPHANUMERIC, sanitizedByCharacters } from '../../../engine/values/characters.js';
import { derive } from '../../../engine/values/derive.js';
import { iterate, taintsWithin } from '../../../engine/values/objects.js';
import { SanitizedFor, SANITIZED_FOR_ALL, NUMBER } from '../../../engine/values/taint.js';
import { join, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import {
  added,
  entries,
  extended,
  got,
  inserted,
  keys,
  merged,
  prepended,
  values,
} from '../../../models/collections.js';
import { hashed, parsed } from '../../../models/data.js';
import { formatted } from '../../../models/formats.js';
import {
  byName,
  anyArgument,
  check,
  itself,
  made,
  sanitizedFor,
  nothing,
  number,
  same,
  type Model,
} from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { endsWith, includes, joined, asIndex, replace, split, startsWith } from '../../../models/texts.js';
import { copied, taken } from './iterables.js';
import names from './names.json' with { type: 'json' };

const LETTERS_AND_DIGITS = sanitizedByCharacters(new Set(ALPHANUMERIC));
const NAME = sanitizedByCharacters(new Set([...ALPHANUMERIC, '_']));

/** `text.lstrip("-")`: the leading characters are removed. */
const stripped: Model = (event, machine) =>
  textOf(argument(event, 0))?.includes('-') === true
    ? sanitizedFor('receiver', SanitizedFor.ARGUMENT)(event, machine)
    : same()(event, machine);

/** Applies only to objects with contents: anything may have a method of that name. */
const ofHolder =
  (model: Model): Model =>
  (event, machine) => {
    const { receiver } = event;
    return receiver && (receiver.objects.length > 0 || receiver.taints.length > 0)
      ? model(event, machine)
      : undefined;
  };

/** `dict.setdefault(key, value)`. */
const kept: Model = (event, machine) => {
  const name = textOf(argument(event, 0));
  const value = argument(event, 1);
  for (const object of argument(event, 'receiver').objects)
    if (name !== undefined && !object.fields.has(name)) object.fields.set(name, value);
  return got(event, machine);
};

/** `dict.update(other, key=value)`. */
const updated: Model = (event, machine) => {
  for (const object of argument(event, 'receiver').objects)
    for (const [name, value] of event.arguments.named) object.fields.set(name, value);
  return merged('receiver', 0)(event, machine);
};

/** `set.union(other)` and the like: the items of both. */
const united: Model = (event) => anyArgument(event);

/** `text.format_map(values)`, `template.substitute(values)`: the text with all values. */
const filled: Model = (event, machine) => {
  const list = [
    argument(event, 'receiver'),
    ...event.arguments.positional,
    ...event.arguments.named.values(),
  ];
  const taints = list.flatMap((value) => taintsWithin(value, event.frame));
  const [first] = taints;
  return first ? { ...UNKNOWN, taints: [...new Set(taints)].slice(0, 6), key: machine.newKey() } : UNKNOWN;
};

/** `match.groups()`: a list of the groups. */
const groups: Model = (event, machine) => {
  const value = argument(event, 'receiver');
  const rest = derive(value, event.frame, machine, { suffix: '%group' });
  return { ...UNKNOWN, objects: [{ id: machine.newId(), fields: new Map(), rest }] };
};

/** `text.replace(old, new, count)`: only without a count are all occurrences replaced. */
const replaced: Model = (event, machine) =>
  replace('receiver', 0, 1, event.arguments.positional.length < 3)(event, machine);

/** `Model.model_validate(data)`: an instance with typed fields. */
const validated: Model = (event, machine) => {
  const data = argument(event, 0);
  const named = new Map(data.objects.flatMap(({ fields }) => [...fields]));
  const spread = data.taints.length > 0 ? { spread: data } : {};
  let result: Value | undefined;
  for (const target of event.receiver?.targets ?? []) {
    if (target.kind !== 'class') continue;
    const made_ = machine.construct(target, { positional: [], named, ...spread }, event.frame, event.node);
    result = result ? join(result, made_) : made_;
  }
  return result;
};

/** `time.strftime("%H:%M")`: numbers, names of days and months, and what else the format has. */
const timeText: Model = (event, machine) => {
  const isPlain = /^(?:%[a-z%]|[\w :.,-])*$/iu.test(textOf(argument(event, 0)) ?? '<');
  return made('receiver', isPlain ? { sanitizedFor: SANITIZED_FOR_ALL } : {})(event, machine);
};

/** Methods of texts, lists, dicts, sets, files and matches, by name. */
export const METHODS: Readonly<Record<string, Model>> = {
  ...byName(names.texts.sameText, same()),
  ...byName(['strip', 'lstrip', 'rstrip'], stripped),
  ...byName(
    ['removeprefix', 'removesuffix', 'translate', 'center', 'ljust', 'rjust', 'hex'],
    made('receiver'),
  ),
  join: joined('receiver', 0),
  ...byName(['split', 'rsplit', 'splitlines', 'partition', 'rpartition'], split('receiver')),
  replace: replaced,
  startswith: startsWith('receiver', 0),
  endswith: endsWith('receiver', 0),
  ...byName(['find', 'rfind', 'index', 'rindex'], asIndex(includes('receiver', 0))),
  __contains__: includes('receiver', 0),
  ...byName(['isalnum', 'isalpha'], check('receiver', LETTERS_AND_DIGITS)),
  ...byName(['isdigit', 'isdecimal', 'isnumeric'], check('receiver', NUMBER)),
  isidentifier: check('receiver', NAME),
  format: formatted('receiver', 0),
  format_map: filled,
  get: ofHolder(got),
  setdefault: ofHolder(kept),
  pop: taken,
  popleft: taken,
  popitem: taken,
  update: ofHolder(updated),
  items: ofHolder(entries('receiver')),
  keys: ofHolder(keys('receiver')),
  values: ofHolder(values('receiver')),
  copy: ofHolder((event, machine) => copiedReceiver(event, machine)),
  ...byName(['append', 'add'], added('receiver', 0)),
  appendleft: prepended,
  insert: inserted,
  ...byName(['extend', 'extendleft'], extended),
  ...byName(['union', 'intersection', 'difference', 'symmetric_difference'], ofHolder(united)),
  ...byName(['remove', 'discard', 'clear', 'sort', 'reverse', 'count'], nothing),
  ...byName(['read', 'readline', 'read1', 'getvalue', 'communicate'], ofHolder(made('receiver'))),
  readlines: ofHolder((event, machine) => ({
    ...UNKNOWN,
    objects: [
      {
        id: machine.newId(),
        fields: new Map(),
        rest: iterate(argument(event, 'receiver'), event.frame, machine),
      },
    ],
  })),
  ...byName(['group', 'groupdict', 'expand'], made('receiver')),
  ...byName(['isoformat', 'timestamp'], made('receiver', { sanitizedFor: SANITIZED_FOR_ALL })),
  strftime: timeText,
  groups,
  ...byName(['hexdigest', 'digest'], hashed),
  ...byName(['model_validate', 'model_validate_json', 'parse_obj', 'parse_raw', 'from_dict'], validated),
  ...byName(['model_dump', 'dict', '_asdict', 'model_copy'], ofHolder(itself())),
  total_seconds: number(),
  json: parsed('receiver'),
  result: itself(),
};

const copiedReceiver: Model = (event, machine) => {
  const value = argument(event, 'receiver');
  if (value.objects.some(({ fields, items }) => fields.size > 0 && !items))
    return {
      ...value,
      objects: value.objects.map((object) => ({
        ...object,
        id: machine.newId(),
        fields: new Map(object.fields),
      })),
    };
  return copied({ ...event, arguments: { positional: [value], named: new Map() } }, machine);
};
