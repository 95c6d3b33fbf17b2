import { readJson } from '../../../packages/json-document.js';
import { JsonKeyLines } from '../../../packages/json-key-lines.js';
import type { Lockfile, Manifest, ResolvedDependency } from '../../../packages/package-facts.js';
import { checkCount, UnreadablePackaging, type PackagingFile } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit } from '../../../packages/resolved.js';
import { readToml } from './toml-document.js';
import { defined, entriesAt, fieldsOf, itemsAt, textAt } from '../../../packages/values.js';
import { wantedOf } from './poetry-dependencies.js';
import { declaredNames, missingFrom } from './python-facts.js';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { privateRegistry } from '../../../packages/registries.js';
import { versionAt } from './location.js';
import { Markers } from './markers.js';
import { pinnedVersion } from './requirement.js';
import { TomlLines } from './toml-lines.js';

const TABLES = [
  ['packages', 'runtime'],
  ['dev-packages', 'dev'],
] as const;

/** The addresses of the indexes by name, and that of the first, from which packages are taken that name none. */
function indexesOf(
  document: unknown,
  ...keys: readonly string[]
): { readonly indexes: ReadonlyMap<string, string>; readonly usual: string | undefined } {
  const sources = itemsAt(document, ...keys);
  return {
    indexes: new Map(sources.map((item) => [textAt(item, 'name') ?? '', textAt(item, 'url') ?? ''])),
    usual: sources.map((item) => textAt(item, 'url'))[0],
  };
}

/** pipenv's manifest: `Pipfile`. */
export function readPipfile({ path, text }: PackagingFile): Manifest {
  const document = readToml(text);
  const lines = new TomlLines(text);
  const { indexes, usual } = indexesOf(document, 'source');
  const markers = new Markers();
  const dependencies = TABLES.flatMap(([table, kind]) =>
    entriesAt(document, table).map(([key, value]) => {
      const { range, source, conditional, marker, index } = wantedOf(value);
      const name = normalizedPypiName(key);
      const address = index === undefined ? usual : (indexes.get(index) ?? index);
      return {
        ecosystem: 'PyPI' as const,
        name,
        range,
        source,
        ...defined('version', source === 'registry' ? pinnedVersion(range) : versionAt(range, source, name)),
        ...defined('index', source === 'registry' ? privateRegistry('PyPI', address) : undefined),
        kind,
        ...(conditional && { conditional }),
        ...(marker !== undefined && markers.applicability(marker) === 'never' && { excluded: true }),
        manifest: path,
        line: lines.lineOf(table, key),
      };
    }),
  );
  checkCount(dependencies.length);
  return {
    path,
    ecosystem: 'PyPI',
    dependencies,
    installScripts: [],
    scripts: new Map(),
    entrypoints: [],
    commands: [],
  };
}

/** pipenv's lockfile: `Pipfile.lock`. */
export function readPipfileLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = fieldsOf(readJson(text));
  if (fieldsOf(document?.['_meta']) === undefined) throw new UnreadablePackaging('is not a pipenv lockfile');
  const sections = ['default', 'develop'];
  const lines = new JsonKeyLines(text, (keys) => keys.length === 2 && sections.includes(keys[0] ?? ''));
  const declared = declaredNames(governed);
  const { indexes, usual } = indexesOf(document, '_meta', 'sources');
  const dependencies = eachOnce(
    sections.flatMap((section) =>
      entriesAt(document, section).map(([key, value]): ResolvedDependency => {
        const name = normalizedPypiName(key);
        const { range, source, index } = wantedOf(value);
        const reference = textAt(value, 'ref') ?? '';
        const address = index === undefined ? usual : (indexes.get(index) ?? index);
        return {
          ecosystem: 'PyPI',
          name,
          version:
            (source === 'registry' ? pinnedVersion(range) : versionAt(range, source, name)) ??
            (reference || range),
          source,
          ...(source !== 'registry' && { location: range }),
          ...defined('index', source === 'registry' ? privateRegistry('PyPI', address) : undefined),
          direct: declared.has(name),
          dev: section === 'develop',
          hashed: itemsAt(value, 'hashes').length > 0 || (source === 'git' && namesCommit(reference)),
          installScript: false,
          lockfile: path,
          line: lines.lineOf(section, key),
        };
      }),
    ),
  );
  return { path, dependencies, missing: missingFrom(path, dependencies, governed) };
}
