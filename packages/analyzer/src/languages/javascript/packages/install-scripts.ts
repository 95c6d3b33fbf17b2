import { folderOf, withoutDots } from '../../../files/package-path.js';
import type { PackageFiles, SourcePackage } from '../../../files/source-file.js';
import type { InstallScript } from '../../../packages/package-facts.js';
import { scriptCallsIn, scriptsUnder } from '../../../packages/commands.js';
import { JsonKeyLines } from '../../../packages/json-key-lines.js';
import { entriesAt, fieldsOf, textAt, valueAt, type Fields } from '../../../packages/values.js';
import { shippedPackages } from '../files/shipped-packages.js';

/** What npm runs when a package is installed, in order. */
const INSTALLED = ['preinstall', 'install', 'postinstall'];
/** What it runs where the package is built, too: for a dependency that is a repository or folder. */
const BUILT = ['preprepare', 'prepare', 'postprepare'];
/** Manifests whose scripts an installation runs, besides its own. */
const MAX_MANIFESTS = 200;

/** A command in a build file, which runs when the file is read: `"<!(node -p 1)"`. */
const EXPANSION = /<[!|]@?\(((?:[^()\n]|\([^()\n]*\)){1,1000})\)/gu;
/** A command that runs when a target is built: `"action": ["node", "x.js"]`. */
const ACTION = /["']action["']\s*:\s*\[([^\]]{1,1000})\]/gu;
/** A file that a build file includes or builds first. */
const INCLUDED = /["']([^"'\n:]{1,200}\.gypi?)(?::[^"'\n]{0,100})?["']/gu;
const MAX_EXPANSIONS = 100;
const MAX_BUILD_FILES = 20;

const textAtPath = (path: string, files: PackageFiles): string =>
  Buffer.from(files.get(path) ?? []).toString('utf8');

/** A build file of node-gyp and those that it includes. */
function buildFiles(path: string, files: PackageFiles): ReadonlySet<string> {
  const found = new Set(files.has(path) ? [path] : []);
  // Iterating over a set includes the items added on the way.
  for (const each of found)
    for (const [, included = ''] of textAtPath(each, files).matchAll(INCLUDED)) {
      const target = withoutDots(`${folderOf(each)}${included}`);
      if (target !== undefined && files.has(target) && found.size < MAX_BUILD_FILES) found.add(target);
    }
  return found;
}

/**
 * The commands that node-gyp runs when it reads a build file, and those that build it.
 * @param folder in which those of included files run
 */
function buildCommands(path: string, folder: string, files: PackageFiles): InstallScript[] {
  const text = textAtPath(path, files);
  const commands = [
    ...[...text.matchAll(EXPANSION)].map(({ 1: command = '', index }) => ({ command, index })),
    ...[...text.matchAll(ACTION)].map(({ 1: words = '', index }) => ({
      command: [...words.matchAll(/"([^"]*)"|'([^']*)'/gu)]
        .map(([, one = '', other = '']) => one + other)
        .join(' '),
      index,
    })),
  ];
  return commands.slice(0, MAX_EXPANSIONS).map(({ command, index }) => ({
    name: 'install',
    command: command.replaceAll('\\"', '"'),
    manifest: path,
    line: text.slice(0, index).split('\n').length,
    ...(path.endsWith('.gypi') && { folder }),
  }));
}

/** A manifest whose scripts an installation runs. */
interface Installed {
  /** Its path. */
  readonly path: string;
  readonly fields: Fields;
  readonly lineOf: (name: string) => number;
}

function scriptsNamed({ path, fields, lineOf }: Installed, names: readonly string[]): InstallScript[] {
  return names.flatMap((name) => {
    const command = textAt(fields, 'scripts', name);
    return command === undefined ? [] : [{ name, command, manifest: path, line: lineOf(name) }];
  });
}

/** The scripts of one manifest, and what node-gyp runs for it. */
function ownScripts(manifest: Installed, names: readonly string[], files: PackageFiles): InstallScript[] {
  const written = scriptsNamed(manifest, names);
  const { path, fields } = manifest;
  const build = `${folderOf(path)}binding.gyp`;
  if (!files.has(build)) return written;
  const compiles =
    valueAt(fields, 'gypfile') !== false &&
    !written.some(({ name }) => name === 'install' || name === 'preinstall');
  // npm's default, without an entry in the manifest.
  const all = compiles
    ? [{ name: 'install', command: 'node-gyp rebuild', manifest: path, line: 1 }, ...written]
    : written;
  if (all.length === 0) return [];
  return [
    ...all,
    ...[...buildFiles(build, files)].flatMap((each) => buildCommands(each, folderOf(path), files)),
  ];
}

/** The scripts of a manifest by name. */
export const scriptsIn = (fields: Fields | undefined): ReadonlyMap<string, string> =>
  new Map(
    entriesAt(fields, 'scripts').flatMap(([name, command]) =>
      typeof command === 'string' ? [[name, command]] : [],
    ),
  );

/** The manifest in a folder; undefined when there is none that can be read. */
function manifestIn(folder: string, files: PackageFiles): Installed | undefined {
  const path = `${folder}package.json`;
  const text = textAtPath(path, files);
  try {
    const fields = fieldsOf(JSON.parse(text));
    if (fields === undefined) return undefined;
    const lines = new JsonKeyLines(text, (keys) => keys.length === 2 && keys[0] === 'scripts');
    return { path, fields, lineOf: (name) => lines.lineOf('scripts', name) };
  } catch {
    return undefined;
  }
}

/** Follows the scripts that an installation runs into other manifests: `cd native && npm run build`, `npm --prefix x install`. */
class OtherManifests {
  readonly found: InstallScript[] = [];
  private readonly seen = new Set<string>();
  private readonly manifests = new Map<string, Installed | undefined>();

  constructor(
    own: Installed,
    private readonly files: PackageFiles,
  ) {
    this.manifests.set(folderOf(own.path), own);
  }

  /** Follows the scripts that a command runs in the folder of its manifest. */
  follow(command: string, from: Installed): void {
    for (const { folder, name } of scriptCallsIn(command)) {
      const target = withoutDots(`${folderOf(from.path)}${folder}`);
      const manifest = target === undefined ? undefined : this.at(target === '' ? '' : `${target}/`);
      if (manifest !== undefined) this.run(manifest, name, from);
    }
  }

  private at(folder: string): Installed | undefined {
    if (!this.manifests.has(folder) && this.manifests.size < MAX_MANIFESTS)
      this.manifests.set(folder, manifestIn(folder, this.files));
    return this.manifests.get(folder);
  }

  private run(manifest: Installed, name: string, from: Installed): void {
    const key = `${manifest.path}\0${name}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const all = scriptsIn(manifest.fields);
    const scripts =
      name === 'install'
        ? ownScripts(manifest, [...INSTALLED, ...BUILT], this.files)
        : scriptsNamed(manifest, scriptsUnder(name, all));
    for (const script of scripts) {
      // Within a manifest, scripts are followed by their names.
      if (manifest.path !== from.path) this.found.push({ ...script, scripts: all });
      this.follow(script.command, manifest);
    }
  }
}

function scriptsOfOthers(scripts: readonly InstallScript[], own: Installed, files: PackageFiles) {
  const others = new OtherManifests(own, files);
  for (const { command } of scripts) others.follow(command, own);
  return others.found;
}

/**
 * What runs when a package is installed: scripts of its manifest and of those that they work in, of the packages that are packed
 * with it, and what node-gyp runs for them.
 */
export function installScriptsIn(
  path: string,
  fields: Fields,
  lines: JsonKeyLines,
  source: SourcePackage,
): InstallScript[] {
  const { files } = source;
  const own = { path, fields, lineOf: (name: string) => lines.lineOf('scripts', name) };
  const scripts = ownScripts(own, [...INSTALLED, ...BUILT], files);
  const packed = shippedPackages(source)
    .bundledWith(folderOf(path))
    .flatMap((folder) => {
      const manifest = manifestIn(folder, files);
      if (manifest === undefined) return [];
      const inner = ownScripts(manifest, INSTALLED, files);
      const all = scriptsIn(manifest.fields);
      return [...inner, ...scriptsOfOthers(inner, manifest, files)].map((script) => ({
        scripts: all,
        ...script,
      }));
    });
  return [...scripts, ...scriptsOfOthers(scripts, own, files), ...packed];
}
