import { extensionOf, fileName } from '../files/package-path.js';
import type { TextFile } from '../files/text-file.js';
import type { Module } from '../ir/program.js';
import { languageNamed } from '../languages/index.js';
import { UnreadableSource } from '../languages/parsed-file.js';

/** How deep in a file the tools may be: `{ "server": { "tools": [{ … }] } }`. */
const MAX_DEPTH = 4;
/** More values than a list of tools has at those depths. */
const MAX_VALUES = 20_000;
const SCHEMAS = ['inputSchema', 'input_schema', 'parameters', 'schema'];

/** Whether parsed data describes a tool: a name, a description and a schema. */
const isTool = (value: object): boolean =>
  'name' in value &&
  typeof value.name === 'string' &&
  'description' in value &&
  typeof value.description === 'string' &&
  SCHEMAS.some((field) => Object.hasOwn(value, field));

/** Whether parsed data has a tool near its root. */
function hasTools(root: unknown): boolean {
  let level: unknown[] = [root];
  let left = MAX_VALUES;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const objects = level.filter((value): value is object => typeof value === 'object' && value !== null);
    if (objects.some(isTool)) return true;
    left -= objects.length;
    if (left < 0) return false;
    level = objects.flatMap((value): unknown[] => Object.values(value));
  }
  return false;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The module that exports some data; its text stays on its lines. Undefined if it is nested too deep. */
async function moduleOf(path: string, json: string): Promise<Module | undefined> {
  try {
    const { module } = await languageNamed('javascript').parse(
      path,
      'javascript',
      `module.exports = (${json}\n);`,
    );
    return module;
  } catch (error) {
    if (error instanceof UnreadableSource || error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The JSON files that declare tools and that code of the package names, as modules: `require('./tools.json')`,
 * `json.load(open("tools.json"))`. What loads such a file may be beyond the analysis; its tools are declared all the same.
 */
export async function toolListModules(texts: readonly TextFile[]): Promise<Module[]> {
  const code = texts.filter(({ role, language }) => role === 'product' && language !== undefined);
  const modules: Module[] = [];
  for (const { path, role, text } of texts) {
    if (role !== 'data' || extensionOf(path) !== 'json') continue;
    if (!text.includes('"description"') || !hasTools(parsed(text))) continue;
    if (!code.some((file) => file.text.includes(fileName(path)))) continue;
    const module = await moduleOf(path, text);
    if (module) modules.push(module);
  }
  return modules;
}
