import type { TextFile } from '../../files/text-file.js';

const VERSION = /^[23]\.\d/u;
/** The required top-level keys. */
const TOP: readonly RegExp[] = [
  /^["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?[23]\.\d/mu,
  /^["']?info["']?[ \t]*:/mu,
  /^["']?paths["']?[ \t]*:/mu,
];

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function isApiJson(text: string): boolean {
  if (!text.includes('"openapi"') && !text.includes('"swagger"')) return false;
  try {
    const { openapi, swagger, info, paths } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const version = openapi ?? swagger;
    return typeof version === 'string' && VERSION.test(version) && isObject(info) && isObject(paths);
  } catch {
    return false;
  }
}

/** Whether a data file is a complete OpenAPI document; credentials in its examples are not secrets. */
export function isApiDocument({ path, role, text }: TextFile): boolean {
  if (role !== 'data') return false;
  if (/\.json$/iu.test(path)) return isApiJson(text);
  return /\.ya?ml$/iu.test(path) && TOP.every((key) => key.test(text));
}

/** Whether a key contains an example or an extension. */
export const isExampleKey = (key: string): boolean => /^(?:examples?|default|x-.*)$/iu.test(key);

const KEY = /^([ \t]*(?:-[ \t]+)*)["']?([\w-]+)["']?[ \t]*:/u;

/** The lines of examples in a YAML document, counted from 1. */
export function exampleLines(lines: readonly string[]): ReadonlySet<number> {
  const all = new Set<number>();
  /** The indentation of the current example's key; undefined outside of examples. */
  let within: number | undefined;
  for (const [index, line] of lines.entries()) {
    const blank = line.search(/[^ \t]/u);
    if (blank < 0) continue;
    if (within !== undefined && (blank < within || (blank === within && line[blank] !== '-')))
      within = undefined;
    const match = within === undefined ? KEY.exec(line) : null;
    if (match && isExampleKey(match[2] ?? '')) within = match[1]?.length;
    if (within !== undefined) all.add(index + 1);
  }
  return all;
}
