import { matchingLines } from '../../../packages/line-search.js';
import type { DeclaredDependency, DependencySource } from '../../../packages/package-facts.js';
import { entriesAt, textAt, valueAt, type Fields } from '../../../packages/values.js';
import { normalizedName } from './requirement.js';

/** A dependency of poetry or pipenv: a range, or an object with a range or a location. */
interface Wanted {
  readonly range: string;
  readonly source: DependencySource;
  readonly conditional: boolean;
  readonly optional: boolean;
}

/** Parses `"^1.0"`, `{ version = "^1.0", optional = true }`, `{ git = "https://…" }`, `{ path = "../a" }`. */
export function wantedOf(value: unknown): Wanted {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof first === 'string')
    return { range: first, source: 'registry', conditional: false, optional: false };
  const git = textAt(first, 'git');
  const url = textAt(first, 'url') ?? textAt(first, 'file');
  const path = textAt(first, 'path');
  const http = url !== undefined && /^https?:/i.test(url);
  return {
    range: git ?? url ?? path ?? textAt(first, 'version') ?? '',
    source:
      git !== undefined
        ? 'git'
        : http
          ? 'http'
          : url !== undefined || path !== undefined
            ? 'file'
            : 'registry',
    conditional: ['markers', 'python', 'platform', 'sys_platform'].some(
      (key) => textAt(first, key) !== undefined,
    ),
    optional: valueAt(first, 'optional') === true,
  };
}

/** The line of a key in a TOML document, by the header of its table: only keys on a line of their own. */
export function tomlKeyLines(text: string): (table: string, key: string) => number {
  const lines = new Map<string, number>();
  let table = '';
  for (const { line, found } of matchingLines(text, /^\s*(\[[^\]]*\]|[\w."'-]+\s*=)/)) {
    if (found.startsWith('[')) table = found.slice(1, -1).replaceAll(/[\s"']/g, '');
    else {
      const name = `${table}\0${found.slice(0, -1).replaceAll(/[\s"']/g, '')}`;
      if (!lines.has(name)) lines.set(name, line);
    }
  }
  return (wanted, key) => lines.get(`${wanted}\0${key}`) ?? 1;
}

/** The dependencies of poetry: `[tool.poetry.dependencies]` and the groups. */
export function poetryDependencies(path: string, text: string, document: Fields): DeclaredDependency[] {
  const groups = entriesAt(document, 'tool', 'poetry', 'group').map(([group]) => group);
  const tables: [string[], DeclaredDependency['kind']][] = [
    [['dependencies'], 'runtime'],
    [['dev-dependencies'], 'dev'],
    ...groups.map((group): [string[], DeclaredDependency['kind']] => [
      ['group', group, 'dependencies'],
      group === 'main' ? 'runtime' : 'dev',
    ]),
  ];
  const lineOf = tomlKeyLines(text);
  return tables.flatMap(([keys, kind]) =>
    entriesAt(document, 'tool', 'poetry', ...keys)
      .filter(([name]) => name !== 'python')
      .map(([name, value]) => {
        const { range, source, conditional, optional } = wantedOf(value);
        return {
          ecosystem: 'PyPI',
          name: normalizedName(name),
          range,
          source,
          kind: optional && kind === 'runtime' ? 'optional' : kind,
          ...(conditional && { conditional }),
          manifest: path,
          line: lineOf(['tool', 'poetry', ...keys].join('.'), name),
        };
      }),
  );
}
