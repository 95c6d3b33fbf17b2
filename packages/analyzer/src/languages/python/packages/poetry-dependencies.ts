import type { DeclaredDependency, DependencySource } from '../../../packages/package-facts.js';
import { defined, entriesAt, itemsAt, textAt, valueAt, type Fields } from '../../../packages/values.js';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { privateRegistry } from '../../../packages/registries.js';
import { versionAt } from './location.js';
import type { Markers } from './markers.js';
import { pinnedVersion } from './requirement.js';
import type { TomlLines } from './toml-lines.js';

/** A dependency of poetry or pipenv: a range, or an object with a range or a location. */
export interface Wanted {
  readonly range: string;
  readonly source: DependencySource;
  /** The name of the index. */
  readonly index?: string;
  /** When it applies, as a marker. */
  readonly marker?: string;
  readonly conditional: boolean;
  readonly optional: boolean;
}

/** Parses `"^1.0"`, `{ version = "^1.0", optional = true }`, `{ git = "https://…" }`, `{ path = "../a" }`. */
export function wantedOf(value: unknown): Wanted {
  if (typeof value === 'string')
    return { range: value, source: 'registry', conditional: false, optional: false };
  const git = textAt(value, 'git');
  const url = textAt(value, 'url') ?? textAt(value, 'file');
  const path = textAt(value, 'path');
  const http = url !== undefined && /^https?:/i.test(url);
  const reference = ['rev', 'tag', 'branch', 'ref'].map((key) => textAt(value, key)).find((text) => text);
  const repository =
    git === undefined ? undefined : `${git}${reference === undefined ? '' : `@${reference}`}`;
  const index = textAt(value, 'source') ?? textAt(value, 'index');
  const marker = textAt(value, 'markers');
  return {
    range: repository ?? url ?? path ?? textAt(value, 'version') ?? '',
    source:
      git !== undefined
        ? 'git'
        : http
          ? 'http'
          : url !== undefined || path !== undefined
            ? 'file'
            : 'registry',
    ...(index !== undefined && { index }),
    ...(marker !== undefined && { marker }),
    conditional: ['markers', 'python', 'platform', 'sys_platform'].some(
      (key) => textAt(value, key) !== undefined,
    ),
    optional: valueAt(value, 'optional') === true,
  };
}

/** The variants of a dependency: poetry allows a list of them, each for other environments. */
const wantedIn = (value: unknown): Wanted[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).map(wantedOf);

/** A version alone, which poetry takes as the only one: `1.2.3`, `=1.2.3`. */
const ALONE = /^=?\s*(\d[\w.!+-]*)$/u;

/** The only version that a range of poetry allows, or that a location names. */
const exactVersion = (name: string, { range, source }: Wanted): string | undefined =>
  source === 'registry'
    ? (ALONE.exec(range.trim())?.[1] ?? pinnedVersion(range.trim()))
    : versionAt(range, source, name);

/** The addresses of poetry's indexes by name. One that is primary replaces PyPI. */
function indexesOf(document: Fields): {
  readonly named: ReadonlyMap<string, string>;
  readonly usual: string | undefined;
} {
  const sources = itemsAt(document, 'tool', 'poetry', 'source');
  const named = new Map(sources.map((item) => [textAt(item, 'name') ?? '', textAt(item, 'url') ?? '']));
  const primary = sources.filter(
    (item) =>
      ['primary', 'default'].includes(textAt(item, 'priority') ?? 'primary') &&
      valueAt(item, 'secondary') !== true,
  );
  const keepsPublic = [...named.keys()].some((name) => name.toLowerCase() === 'pypi');
  return { named, usual: keepsPublic ? undefined : primary.map((item) => textAt(item, 'url'))[0] };
}

/** The dependencies of poetry: `[tool.poetry.dependencies]` and the groups. */
export function poetryDependencies(
  path: string,
  lines: TomlLines,
  document: Fields,
  markers: Markers,
): DeclaredDependency[] {
  const groups = entriesAt(document, 'tool', 'poetry', 'group').map(([group]) => group);
  const tables: [string[], DeclaredDependency['kind']][] = [
    [['dependencies'], 'runtime'],
    [['dev-dependencies'], 'dev'],
    ...groups.map((group): [string[], DeclaredDependency['kind']] => [
      ['group', group, 'dependencies'],
      group === 'main' ? 'runtime' : 'dev',
    ]),
  ];
  const { named, usual } = indexesOf(document);
  return tables.flatMap(([keys, kind]) =>
    entriesAt(document, 'tool', 'poetry', ...keys)
      .filter(([name]) => name !== 'python')
      .flatMap(([key, value]) =>
        wantedIn(value).map((wanted): DeclaredDependency => {
          const { range, source, conditional, optional, marker } = wanted;
          const name = normalizedPypiName(key);
          const address = wanted.index === undefined ? usual : (named.get(wanted.index) ?? wanted.index);
          return {
            ecosystem: 'PyPI',
            name,
            range,
            source,
            ...defined('version', exactVersion(name, wanted)),
            ...defined('index', source === 'registry' ? privateRegistry('PyPI', address) : undefined),
            kind: optional && kind === 'runtime' ? 'optional' : kind,
            ...(conditional && { conditional }),
            ...(marker !== undefined && markers.applicability(marker) === 'never' && { excluded: true }),
            manifest: path,
            line: lines.lineOf('tool', 'poetry', ...keys, key),
          };
        }),
      ),
  );
}
