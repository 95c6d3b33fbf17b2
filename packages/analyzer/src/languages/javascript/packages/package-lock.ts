import { folderOf } from '../../../files/package-path.js';
import { readJson } from '../../../packages/json-document.js';
import { JsonKeyLines } from '../../../packages/json-key-lines.js';
import type { Lockfile, Manifest, ResolvedDependency } from '../../../packages/package-facts.js';
import { declaredIn, UnreadablePackaging, type PackagingFile } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit } from '../../../packages/resolved.js';
import { defined, entriesAt, fieldsOf, textAt, valueAt } from '../../../packages/values.js';
import {
  exactVersion,
  missingFrom,
  npmSource,
  realName,
  registryPackage,
  resolvedSource,
} from './npm-spec.js';

const MODULES = 'node_modules/';
const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const MAX_NESTING = 50;

interface Entry {
  readonly name: string;
  readonly value: unknown;
  readonly direct: boolean;
  readonly line: number;
}

function resolvedOf({ name, value, direct, line }: Entry, lockfile: string): ResolvedDependency {
  const written = textAt(value, 'version') ?? '';
  const resolved = textAt(value, 'resolved');
  const source = resolved === undefined ? npmSource(written) : resolvedSource(resolved);
  const bundled = valueAt(value, 'inBundle') === true || valueAt(value, 'bundled') === true;
  const key = textAt(value, 'name') ?? realName(name, written);
  const version = written.startsWith('npm:') ? written.slice(written.lastIndexOf('@') + 1) : written;
  const location = resolved ?? written;
  return {
    ecosystem: 'npm',
    ...(source === 'registry'
      ? registryPackage(key, version, resolved)
      : {
          name: key,
          version: (version === location ? exactVersion(key, location) : undefined) ?? version,
          location,
        }),
    source,
    direct,
    dev: valueAt(value, 'dev') === true,
    // A bundled package is covered by the digest of the package that contains it.
    hashed:
      textAt(value, 'integrity') !== undefined ||
      bundled ||
      (source === 'git' && namesCommit(resolved ?? written)),
    installScript: valueAt(value, 'hasInstallScript') === true,
    ...defined('license', textAt(value, 'license')),
    lockfile,
    line,
  };
}

/** Versions 2 and 3: by installation path. */
function* installedEntries(
  document: unknown,
  lines: JsonKeyLines,
  declared: ReadonlySet<string>,
): Generator<Entry> {
  const packages = entriesAt(document, 'packages');
  const entries = new Map(packages);
  // The package itself and its workspaces, each with the names of its dependencies.
  const own = new Map(
    packages
      .filter(([path]) => !path.includes(MODULES))
      .map(([path, value]) => [
        path,
        new Set(SECTIONS.flatMap((section) => entriesAt(value, section).map(([name]) => name))),
      ]),
  );
  const anywhere = new Set(own.size === 0 ? declared : [...own.values()].flatMap((names) => [...names]));
  for (const [path, value] of packages) {
    const at = path.lastIndexOf(MODULES);
    if (at === -1 || fieldsOf(value) === undefined) continue;
    const target = valueAt(value, 'link') === true ? textAt(value, 'resolved') : undefined;
    if (target !== undefined && entries.has(target)) continue;
    const name = path.slice(at + MODULES.length);
    const parent = path.slice(0, Math.max(at - 1, 0));
    const direct = at === 0 ? anywhere.has(name) : own.get(parent)?.has(name) === true;
    yield { name, value, direct, line: lines.lineOf('packages', path) };
  }
}

/** Version 1: nested under the packages that depend on them. */
function* nestedEntries(
  document: unknown,
  lines: JsonKeyLines,
  declared: ReadonlySet<string>,
): Generator<Entry> {
  const open: { value: unknown; way: readonly string[] }[] = [{ value: document, way: [] }];
  for (let within = open.pop(); within !== undefined; within = open.pop()) {
    if (within.way.length > 2 * MAX_NESTING) throw new UnreadablePackaging('is nested too deep');
    for (const [name, value] of entriesAt(within.value, 'dependencies')) {
      const way = [...within.way, 'dependencies', name];
      yield {
        name,
        value,
        direct: within.way.length === 0 && declared.has(realName(name, textAt(value, 'version') ?? '')),
        line: lines.lineOf(...way),
      };
      if (valueAt(value, 'dependencies') !== undefined) open.push({ value, way });
    }
  }
}

/** npm's lockfile, versions 1 to 3: `package-lock.json`, `npm-shrinkwrap.json`. */
export function readPackageLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = fieldsOf(readJson(text));
  if (document === undefined) throw new UnreadablePackaging('holds no object');
  const lines = new JsonKeyLines(text, (keys) =>
    keys.length === 2
      ? keys[0] === 'packages' || keys[0] === 'dependencies'
      : keys.length % 2 === 0 && keys[0] === 'dependencies' && keys.at(-2) === 'dependencies',
  );
  const declared = new Set(declaredIn(governed).map(({ name }) => name));
  const installed = fieldsOf(document['packages']) !== undefined;
  if (
    !installed &&
    fieldsOf(document['dependencies']) === undefined &&
    document['lockfileVersion'] === undefined
  )
    throw new UnreadablePackaging('is not an npm lockfile');
  const entries = installed
    ? installedEntries(document, lines, declared)
    : nestedEntries(document, lines, declared);
  const dependencies = eachOnce(Array.from(entries, (entry) => resolvedOf(entry, path)));
  const beside = governed.filter((manifest) => folderOf(manifest.path) === folderOf(path));
  const members = membersIn(document);
  return { path, dependencies, missing: missingFrom(dependencies, declaredIn(beside), members), members };
}

/** The names of the packages that are links to folders of the workspace. */
const membersIn = (document: unknown): string[] =>
  entriesAt(document, 'packages').flatMap(([path, value]) => {
    const at = path.lastIndexOf(MODULES);
    return at !== -1 && valueAt(value, 'link') === true ? [path.slice(at + MODULES.length)] : [];
  });
