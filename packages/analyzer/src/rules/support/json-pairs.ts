/** A string in a JSON document, with its key and line. */
interface JsonText {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

/** Keys whose value belongs to the enclosing key. */
const VALUES = new Set(['default', 'value', 'const', 'defaultvalue']);
/** Whether a key's value belongs to the enclosing key: `"api_key": { "default": … }`. */
export const isValueKey = (key: string): boolean => VALUES.has(key.toLowerCase());

/** Nesting limit; documents written by people stay below it. */
const MAX_DEPTH = 30;

/** Whether to skip the value of a key. */
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

/** The line of each string, by itself and by its key, in one pass. */
function linesOf(document: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  let [key, last] = ['', ''];
  const note = (key: string): unknown => lines.has(key) || lines.set(key, line);
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
 * All strings of a JSON document with the names that they are stored under.
 * @param isLeftOut whether to skip the value of a key
 * @throws SyntaxError when the document is not valid JSON
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

/** The value of a key in a JSON object: one string or those of a list; and the line of the key. */
export interface JsonField {
  readonly texts: readonly string[];
  readonly line: number;
}

/** An object or list that is still open: its fields so far, and the field that the next string belongs to. */
interface Open {
  readonly fields?: Map<string, JsonField>;
  field?: { readonly texts: string[]; readonly line: number } | undefined;
}

const PARTS = /"[^"\\]*(?:\\[^][^"\\]*)*"|[\n{}[\],]/gu;

/** The objects of a JSON document (checked by `isJson`) with their fields, inner objects first. */
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
