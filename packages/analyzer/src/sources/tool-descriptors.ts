import { extensionOf, folderOf } from '../files/package-path.js';
import type { TextFile } from '../files/text-file.js';
import type { Module } from '../ir/program.js';
import { languageNamed } from '../languages/index.js';
import { readYaml } from '../packages/yaml-document.js';
import { UnreadablePackaging } from '../packages/packaging-file.js';

/** Files of this size are not written by hand. */
const MAX_BYTES = 64 * 1024;
/** A package does not have more of them. */
const MAX_FILES = 2000;
const YAML = new Set(['yaml', 'yml']);
/** A name that a protocol message may carry. */
const NAME = /^[A-Za-z][\w.:/-]{0,63}$/u;
/** Fields that name the code of a tool. */
const CODE = ['module', 'handler', 'file', 'path', 'entry'];
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.ts'];

/** A YAML file that describes a tool. */
interface ToolDescriptor {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** The path of the module with its schema and handler; undefined if there is none of that name, or several. */
  readonly code: string | undefined;
}

/** What YAML files say about tools. */
export interface ToolDescriptors {
  /** A module for each tool, which exports its name and description beside what its code exports. */
  readonly modules: readonly Module[];
  /** The names of all tools, with the paths of their files. */
  readonly names: ReadonlyMap<string, string>;
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The name by which clients call a tool: `name`, or the one for MCP among several, or else `id`. */
function nameIn({ name, names, id }: Record<string, unknown>): string | undefined {
  const forMcp = typeof names === 'object' && names !== null && 'mcp' in names ? names.mcp : undefined;
  return [textIn(name), textIn(forMcp), textIn(id)].find((each) => each !== undefined && NAME.test(each));
}

/** The only module that a path without its folder or ending names. */
function moduleNamed(value: string, modules: readonly string[]): string | undefined {
  const plain = value.replace(/^\.{0,2}\//u, '');
  if (!plain.includes('/')) return undefined;
  const found = modules.filter((path) =>
    ENDINGS.some((ending) => path === plain + ending || path.endsWith(`/${plain}${ending}`)),
  );
  return found.length === 1 ? found[0] : undefined;
}

function descriptorIn({ path, text }: TextFile, modules: readonly string[]): ToolDescriptor | undefined {
  let document: Record<string, unknown>;
  try {
    document = readYaml(text);
  } catch (error) {
    if (error instanceof UnreadablePackaging) return undefined;
    throw error;
  }
  const name = nameIn(document);
  const description = textIn(document['description']);
  const code = CODE.map((field) => textIn(document[field])).find((each) => each?.includes('/'));
  if (name === undefined || description === undefined || code === undefined) return undefined;
  // A resource is described in the same way, with its address.
  if ('uri' in document) return undefined;
  return { path, name, description, code: moduleNamed(code, modules) };
}

/** `../../build/a.js`: the specifier by which a file imports another one. */
const specifierOf = (from: string, to: string): string =>
  `./${'../'.repeat(folderOf(from).split('/').length - 1)}${to}`;

async function moduleOf({ path, name, description, code = '' }: ToolDescriptor): Promise<Module> {
  const lines = [
    `export const name = ${JSON.stringify(name)};`,
    `export const description = ${JSON.stringify(description)};`,
    `export * from ${JSON.stringify(specifierOf(path, code))};`,
  ];
  // All on the first line: what is declared has the place of the file, not one within it.
  const { module } = await languageNamed('javascript').parse(path, 'javascript', lines.join(' '));
  return module;
}

/**
 * The tools that YAML files describe, one each, beside the module with the schema and the handler: `name: boot`,
 * `description: Boots a simulator.`, `module: tools/boot`. A folder counts if code is found for one of its files.
 * @param modules the modules of the package
 */
export async function toolDescriptors(
  texts: readonly TextFile[],
  modules: readonly Module[],
): Promise<ToolDescriptors> {
  const paths = modules.flatMap(({ path, language }) =>
    languageNamed(language).sources.describedInYaml === true ? [path] : [],
  );
  const read = texts
    .filter(
      ({ path, role, text }) =>
        role === 'data' &&
        YAML.has(extensionOf(path)) &&
        text.length <= MAX_BYTES &&
        /^description:/mu.test(text),
    )
    .slice(0, MAX_FILES)
    .flatMap((file) => descriptorIn(file, paths) ?? []);
  const folders = new Set(read.flatMap(({ path, code }) => (code === undefined ? [] : [folderOf(path)])));
  const all = read.filter(({ path }) => folders.has(folderOf(path)));
  return {
    modules: await Promise.all(all.filter(({ code }) => code !== undefined).map(moduleOf)),
    names: new Map(all.map(({ name, path }) => [name, path])),
  };
}
