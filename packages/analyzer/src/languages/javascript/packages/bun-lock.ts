import { folderOf } from '../../../files/package-path.js';
import { withoutCredentials } from '../../../packages/credentials.js';
import { JsonKeyLines } from '../../../packages/json-key-lines.js';
import type { Lockfile, Manifest, ResolvedDependency } from '../../../packages/package-facts.js';
import {
  checkCount,
  declaredIn,
  type PackagingFile,
  UnreadablePackaging,
} from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit, reachable } from '../../../packages/resolved.js';
import { entriesAt, type Fields, fieldsOf, textAt } from '../../../packages/values.js';
import { commentsBlanked, parseJsonWithComments } from '../files/json-with-comments.js';
import { exactVersion, missingFrom, npmSource, registryPackage } from './npm-spec.js';

const RUNTIME = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const SECTIONS = [...RUNTIME, 'devDependencies'];
/** Packages are not nested deeper than this. */
const MAX_NESTING = 50;

/** A package of the lockfile, under its key: the names of the packages that it is nested in, and its own. */
interface Entry {
  readonly key: string;
  readonly name: string;
  /** What follows the name: a version, or a location with its protocol. */
  readonly reference: string;
  readonly parts: readonly unknown[];
}

function entryOf([key, value]: readonly [string, unknown]): Entry[] {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  const [id] = parts;
  if (typeof id !== 'string') return [];
  const at = id.indexOf('@', 1);
  return at === -1 ? [] : [{ key, name: id.slice(0, at), reference: id.slice(at + 1), parts }];
}

const infoOf = ({ parts }: Entry): Fields => parts.map(fieldsOf).find((part) => part !== undefined) ?? {};

/** The names of the packages in a key: `a/@scope/b`. */
function namesIn(key: string): string[] {
  const names: string[] = [];
  for (const part of key.split('/')) {
    const last = names.at(-1);
    if (last?.startsWith('@') === true && !last.includes('/')) names[names.length - 1] = `${last}/${part}`;
    else names.push(part);
  }
  return names;
}

/** The key of the package that one at a key gets by a name: nested in it, or in a package around it. */
function keyFrom(key: string, name: string, keys: ReadonlySet<string>): string | undefined {
  const around = key === '' ? [] : namesIn(key).slice(0, MAX_NESTING);
  for (; around.length > 0; around.pop()) {
    const nested = `${around.join('/')}/${name}`;
    if (keys.has(nested)) return nested;
  }
  return keys.has(name) ? name : undefined;
}

const wantedBy = (value: unknown, sections: readonly string[]): string[] =>
  sections.flatMap((section) => entriesAt(value, section).map(([name]) => name));

/** The keys of what the project and its workspaces ask for in some sections of their manifests. */
function rootKeys(document: Fields, sections: readonly string[], keys: ReadonlySet<string>): string[] {
  return entriesAt(document, 'workspaces').flatMap(([path, workspace]) => {
    const from = path === '' ? '' : (textAt(workspace, 'name') ?? '');
    return wantedBy(workspace, sections).flatMap((name) => keyFrom(from, name, keys) ?? []);
  });
}

/** @throws UnreadablePackaging when it is no such lockfile */
function parsed(text: string): Fields {
  const document = fieldsOf(parseJsonWithComments(text));
  if (document === undefined) throw new UnreadablePackaging('is not valid JSON with comments');
  if (fieldsOf(document['packages']) === undefined) throw new UnreadablePackaging('has no packages');
  return document;
}

/** Bun's lockfile in text form: `bun.lock`. */
export function readBunLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = parsed(text);
  const all = entriesAt(document, 'packages').flatMap(entryOf);
  checkCount(all.length);
  const lines = new JsonKeyLines(
    commentsBlanked(text),
    (keys) => keys.length === 2 && keys[0] === 'packages',
  );
  const entries = new Map(all.map((entry) => [entry.key, entry]));
  const keys = new Set(entries.keys());
  const direct = new Set(rootKeys(document, SECTIONS, keys));
  const runtime = reachable(rootKeys(document, RUNTIME, keys), (key) => {
    const entry = entries.get(key);
    return entry ? wantedBy(infoOf(entry), RUNTIME).flatMap((name) => keyFrom(key, name, keys) ?? []) : [];
  });
  const isMember = ({ reference }: Entry): boolean => /^(?:workspace|root):/u.test(reference);
  const dependencies = eachOnce(
    all
      .filter((entry) => !isMember(entry))
      .map((entry): ResolvedDependency => {
        const { key, name, reference, parts } = entry;
        const source = npmSource(reference);
        const [, address] = parts;
        const isAddress = source === 'registry' && typeof address === 'string' && address !== '';
        return {
          ecosystem: 'npm',
          ...registryPackage(name, reference, isAddress ? address : undefined),
          ...(source !== 'registry' && {
            version: exactVersion(name, reference) ?? '',
            location: withoutCredentials(reference),
          }),
          source,
          direct: direct.has(key),
          dev: !runtime.has(key),
          hashed:
            parts.some((part) => typeof part === 'string' && /^sha\d+-/u.test(part)) ||
            (source === 'git' && namesCommit(reference)),
          installScript: false,
          lockfile: path,
          line: lines.lineOf('packages', key),
        };
      }),
  );
  const beside = governed.filter((manifest) => folderOf(manifest.path) === folderOf(path));
  const members = all.filter(isMember).map(({ name }) => name);
  return { path, dependencies, missing: missingFrom(dependencies, declaredIn(beside), members), members };
}
