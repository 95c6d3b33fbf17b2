/** A text of a JSON document, with the name and the line that it stands under. */
interface JsonText {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

/** Keys under which a value stands for the one around it. */
const VALUES = new Set(['default', 'value', 'const', 'defaultvalue']);
/** Whether a key stands for the one around it: `"api_key": { "default": … }`. */
export const isValueKey = (key: string): boolean => VALUES.has(key.toLowerCase());

/** How deep documents are read: beyond what people write. */
const MAX_DEPTH = 30;

/** Whether what stands under a key is not asked for. */
type LeftOut = (key: string) => boolean;
const NONE_LEFT_OUT: LeftOut = () => false;

function* valuesIn(
  value: unknown,
  [key, name]: readonly [key: string, name: string],
  isLeftOut: LeftOut,
  depth: number,
): Generator<{ readonly key: string; readonly name: string; readonly value: string }> {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') yield { key, name, value };
  else if (Array.isArray(value))
    for (const item of value) yield* valuesIn(item, [key, name], isLeftOut, depth + 1);
  else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    const called = typeof fields['name'] === 'string' ? fields['name'] : name;
    for (const [inner, field] of Object.entries(fields))
      if (!isLeftOut(inner))
        yield* valuesIn(field, [inner, isValueKey(inner) ? called : inner], isLeftOut, depth + 1);
  }
}

const TOKENS = /"[^"\\]*(?:\\[^][^"\\]*)*"|\n|:/gu;

/** The lines of the texts in a JSON document, by themselves and with the keys before them: one walk for all of them. */
function linesOf(document: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  let [key, last] = ['', ''];
  const note = (place: string): unknown => lines.has(place) || lines.set(place, line);
  for (const [token] of document.matchAll(TOKENS)) {
    if (token === '\n') line += 1;
    else if (token === ':') key = last;
    else {
      last = JSON.parse(token) as string;
      note(`${key}\0${last}`);
      note(last);
    }
  }
  return lines;
}

/**
 * All texts of a JSON document with the names that they stand under.
 * @param isLeftOut keys whose values are passed over
 * @throws SyntaxError when it is no such document
 */
export function* jsonTexts(document: string, isLeftOut: LeftOut = NONE_LEFT_OUT): Generator<JsonText> {
  const read: unknown = JSON.parse(document);
  const lines = linesOf(document);
  for (const { key, name, value } of valuesIn(read, ['', ''], isLeftOut, 0))
    yield { name, value, line: lines.get(`${key}\0${value}`) ?? lines.get(value) ?? 1 };
}

/** Whether a text is a JSON document. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What an object of a JSON document holds under a key: its text, or the texts of its list; and the line of the key. */
export interface JsonField {
  readonly texts: readonly string[];
  readonly line: number;
}

/** An object or a list that has begun and not ended: what it has so far, and what the next text of it belongs to. */
interface Open {
  readonly fields?: Map<string, JsonField>;
  field?: { readonly texts: string[]; readonly line: number } | undefined;
}

const PARTS = /"[^"\\]*(?:\\[^][^"\\]*)*"|[\n{}[\],]/gu;

/** The objects of a text that is a JSON document (`isJson`), each with its fields: inner ones before those around them. */
export function* jsonObjects(document: string): Generator<ReadonlyMap<string, JsonField>> {
  const open: Open[] = [];
  let line = 1;
  for (const [part] of document.matchAll(PARTS)) {
    const around = open.at(-1);
    if (part === '\n') line += 1;
    else if (part === '{') open.push({ fields: new Map() });
    else if (part === '[') open.push({ field: around?.fields && around.field });
    else if (part === ',') {
      if (around?.fields) around.field = undefined;
    } else if (part === '}' || part === ']') {
      open.pop();
      if (around?.fields) yield around.fields;
    } else {
      const text = JSON.parse(part) as string;
      if (around?.field) around.field.texts.push(text);
      else if (around?.fields) around.fields.set(text, (around.field = { texts: [], line }));
    }
  }
}
