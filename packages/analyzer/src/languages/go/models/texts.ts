import { resultTargets } from '../../../engine/values/external-values.js';
import { ALPHANUMERIC, sanitizedByCharacters } from '../../../engine/values/characters.js';
import { derive, taintsHere } from '../../../engine/values/derive.js';
import { guarded, negate, NO_GUARDS, shows } from '../../../engine/values/guards.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Caller, ValueFactory } from '../../../engine/machine.js';
import { Doubt, SanitizedFor, SANITIZED_FOR_ALL, NUMBER } from '../../../engine/values/taint.js';
import { concatenate } from '../../../engine/expressions/texts.js';
import { constantValue, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { serialized } from '../../../models/data.js';
import { formattedByVerbs } from '../../../models/formats.js';
import {
  byName,
  check,
  decoded,
  made,
  mixed,
  sanitizedFor,
  nothing,
  number,
  same,
  showing,
  type Model,
} from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import {
  endsWith,
  includes,
  joined,
  prefixGuards,
  replace,
  split,
  startsWith,
} from '../../../models/texts.js';
import { readOf, results, writeInto, writeTo, writtenIn } from './results.js';

const LETTERS = sanitizedByCharacters(new Set(ALPHANUMERIC));

/** `strings.Trim(text, "-")`. */
const trimmed: Model = (event, machine) =>
  textOf(argument(event, 1))?.includes('-') === true
    ? sanitizedFor(0, SanitizedFor.ARGUMENT)(event, machine)
    : same(0)(event, machine);

/** `strings.ContainsAny(text, "/\\")`: if false, the text contains none of the characters. */
const containsAny: Model = (event) => {
  const text = argument(event, 0);
  const characters = textOf(argument(event, 1)) ?? '';
  const leads = characters.includes('/') ? SanitizedFor.PATH | SanitizedFor.LINKS : 0;
  return showing(text.taints.length === 0 ? NO_GUARDS : negate(shows(text, leads | Doubt.DENY_LIST)));
};

/** `strings.EqualFold(a, b)`. */
const equalFold: Model = (event) => {
  const [left, right] = [argument(event, 0), argument(event, 1)];
  if (right.taints.length === 0) return showing(shows(left, SANITIZED_FOR_ALL));
  return showing(left.taints.length === 0 ? shows(right, SANITIZED_FOR_ALL) : NO_GUARDS);
};

/** `before, after, found := strings.Cut(text, separator)`. */
const cut: Model = (event, machine) => {
  const value = argument(event, 0);
  const part = (suffix: string): Value => derive(value, event.frame, machine, { suffix });
  return results([part('%before'), part('%after'), UNKNOWN], machine);
};

const cutPrefix: Model = (event, machine) => {
  const value = argument(event, 0);
  const guards = prefixGuards(value, argument(event, 1), event, machine);
  return results([derive(value, event.frame, machine, {}), guarded(UNKNOWN, guards)], machine);
};

/** `fmt.Sprint(a, b)`. */
const printed: Model = (event, machine) => {
  const { positional, spread } = event.arguments;
  return concatenate([...positional, ...(spread ? [spread] : [])], event.frame, machine);
};

/** `fmt.Errorf(format, …)`, `errors.New(text)`: an error with a text. */
const failed: Model = (event, machine) => {
  const { constants: _, ...text } = formattedByVerbs(0, 1)(event, machine) ?? UNKNOWN;
  return { ...text, targets: resultTargets(event) };
};

/** Appends a text to the contents of a buffer. */
function append(holder: Value, text: Value, event: CallEvent, machine: Caller & ValueFactory): void {
  const shown = { ...text, taints: taintsHere(text, event.frame) };
  for (const object of holder.objects)
    object.rest = concatenate([object.rest ?? constantValue(''), shown], event.frame, machine);
}

/** `builder.WriteString(text)`. */
const written: Model = (event, machine) => {
  const holder = argument(event, 'receiver');
  const text = argument(event, 0);
  if (holder.objects.length > 0) append(holder, text, event, machine);
  else if (text.taints.length > 0 && event.node.callee.kind === 'member')
    writeTo(event.node.callee.object, derive(text, event.frame, machine, {}), event, machine);
  return UNKNOWN;
};

/** `fmt.Fprintf(&builder, …)`: the text that a model returns is written to the first argument. */
const writing =
  (model: Model): Model =>
  (event, machine) => {
    const text = model(event, machine) ?? UNKNOWN;
    const holder = argument(event, 0);
    if (holder.objects.length > 0) append(holder, text, event, machine);
    else writeInto(0, text, event, machine);
    return UNKNOWN;
  };

const withoutFirst =
  (model: Model): Model =>
  (event, machine) =>
    model(
      { ...event, arguments: { ...event.arguments, positional: event.arguments.positional.slice(1) } },
      machine,
    );

/** `builder.String()`, `buffer.Bytes()`: the contents. */
const contents: Model = (event, machine) => {
  const holder = argument(event, 'receiver');
  if (holder.objects.some(({ rest }) => rest)) return writtenIn(holder);
  return holder.taints.length > 0 ? same()(event, machine) : UNKNOWN;
};

/** `bytes.NewBufferString(text)`. */
const buffer: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: 'bytes.Buffer()' });
  const first = argument(event, 0);
  if (first.taints.length > 0 || first.constants) object.rest = first;
  return { ...UNKNOWN, objects: [object] };
};

const HOLDERS = ['strings.Builder()', 'bytes.Buffer()', 'bufio.Writer()'];

const of = (names: readonly string[], model: Model): Record<string, Model> =>
  byName(
    HOLDERS.flatMap((holder) => names.map((name) => `${holder}.${name}`)),
    model,
  );

const both = (names: readonly string[], model: Model): Record<string, Model> =>
  byName(
    names.flatMap((name) => [`strings.${name}`, `bytes.${name}`]),
    model,
  );

/** Strings, and conversions between strings and numbers. */
export const TEXTS: Readonly<Record<string, Model>> = {
  ...byName(
    [
      'crypto/cipher.NewGCM().Open',
      'golang.org/x/crypto/chacha20poly1305.New().Open',
      'golang.org/x/crypto/chacha20poly1305.NewX().Open',
    ],
    readOf('receiver', 0, 0),
  ),
  ...both(
    ['TrimSpace', 'ToLower', 'ToUpper', 'ToTitle', 'Title', 'ToValidUTF8', 'Clone', 'NewReader'],
    same(0),
  ),
  ...both(['Trim', 'TrimLeft', 'TrimRight', 'TrimFunc'], trimmed),
  ...both(['TrimPrefix', 'TrimSuffix'], made(0)),
  ...both(['Split', 'SplitN', 'SplitAfter', 'Fields', 'FieldsFunc', 'SplitSeq', 'Lines'], split(0)),
  ...both(['Join'], joined(1, 0)),
  ...both(['Replace', 'ReplaceAll'], replace(0, 1, 2, true)),
  ...both(['HasPrefix'], startsWith(0, 1)),
  ...both(['HasSuffix'], endsWith(0, 1)),
  ...both(['Contains', 'Index', 'LastIndex', 'IndexByte', 'IndexRune', 'ContainsRune'], includes(0, 1)),
  ...both(['ContainsAny', 'IndexAny'], containsAny),
  ...both(['EqualFold', 'Equal'], equalFold),
  ...both(['Cut'], cut),
  ...both(['CutPrefix', 'CutSuffix'], cutPrefix),
  ...both(['Repeat'], mixed),
  ...both(['Count', 'Compare'], nothing),
  ...both(['Map'], made(1)),
  'strings.NewReplacer().Replace': made(0),
  ...byName(
    ['unicode.IsLetter', 'unicode.IsDigit', 'unicode.IsNumber', 'unicode.IsUpper', 'unicode.IsLower'],
    check(0, LETTERS),
  ),
  ...byName(
    [
      'strconv.Atoi',
      'strconv.ParseInt',
      'strconv.ParseUint',
      'strconv.ParseFloat',
      'strconv.ParseBool',
      'time.ParseDuration',
    ],
    readOf(0, NUMBER, NUMBER, SanitizedFor.SIZE),
  ),
  ...byName(
    ['strconv.Itoa', 'strconv.FormatInt', 'strconv.FormatFloat', 'strconv.FormatBool', 'strconv.FormatUint'],
    number(0),
  ),
  ...byName(['strconv.Quote', 'strconv.Unquote'], made(0)),
  'fmt.Sprintf': formattedByVerbs(0, 1),
  ...byName(['fmt.Sprint', 'fmt.Sprintln'], printed),
  ...byName(
    [
      'fmt.Errorf',
      'errors.New',
      'github.com/pkg/errors.New',
      'github.com/pkg/errors.Errorf',
      'github.com/pkg/errors.Wrap',
    ],
    failed,
  ),
  ...byName(['errors.Is', 'errors.As', 'fmt.Println', 'fmt.Printf', 'fmt.Print'], nothing),
  'fmt.Fprintf': writing(withoutFirst(formattedByVerbs(0, 1))),
  ...byName(['fmt.Fprint', 'fmt.Fprintln', 'io.WriteString'], writing(withoutFirst(printed))),
  'io.Copy': writing(withoutFirst(made(0))),
  ...of(['WriteString', 'Write', 'WriteByte', 'WriteRune'], written),
  ...of(['String', 'Bytes'], contents),
  ...byName(['bytes.NewBuffer', 'bytes.NewBufferString'], buffer),
  ...byName(
    ['github.com/lib/pq.QuoteIdentifier', 'github.com/lib/pq.QuoteLiteral'],
    sanitizedFor(0, SanitizedFor.SQL),
  ),
  'regexp.QuoteMeta': sanitizedFor(0, SanitizedFor.REGEX),
  ...byName(
    [
      'encoding/json.Marshal',
      'encoding/json.MarshalIndent',
      'gopkg.in/yaml.v3.Marshal',
      'encoding/xml.Marshal',
    ],
    serialized,
  ),
  'encoding/hex.EncodeToString': sanitizedFor(0, sanitizedByCharacters(new Set(ALPHANUMERIC))),
  'encoding/hex.DecodeString': decoded(0),
  ...byName(
    ['html.EscapeString', 'html/template.HTMLEscapeString', 'text/template.HTMLEscapeString'],
    made(0, { sanitizedFor: SanitizedFor.HTML }),
  ),
  'html.UnescapeString': decoded(0),
};
