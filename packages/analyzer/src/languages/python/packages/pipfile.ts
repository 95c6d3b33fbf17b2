import { readJson } from '../../../packages/json-document.js';
import { JsonKeyLines } from '../../../packages/json-key-lines.js';
import type { Lockfile, Manifest, ResolvedDependency } from '../../../packages/package-facts.js';
import { checkCount, UnreadablePackaging, type PackagingFile } from '../../../packages/packaging-file.js';
import { eachOnce, namesCommit } from '../../../packages/resolved.js';
import { readToml } from './toml-document.js';
import { entriesAt, fieldsOf, itemsAt, textAt } from '../../../packages/values.js';
import { tomlKeyLines, wantedOf } from './poetry-dependencies.js';
import { declaredNames, missingFrom } from './python-facts.js';
import { normalizedName, pinnedVersion } from './requirement.js';

const TABLES = [
  ['packages', 'runtime'],
  ['dev-packages', 'dev'],
] as const;

/** pipenv's manifest: `Pipfile`. */
export function readPipfile({ path, text }: PackagingFile): Manifest {
  const document = readToml(text);
  const lineOf = tomlKeyLines(text);
  const dependencies = TABLES.flatMap(([table, kind]) =>
    entriesAt(document, table).map(([name, value]) => {
      const { range, source, conditional } = wantedOf(value);
      return {
        ecosystem: 'PyPI' as const,
        name: normalizedName(name),
        range,
        source,
        kind,
        ...(conditional && { conditional }),
        manifest: path,
        line: lineOf(table, name),
      };
    }),
  );
  checkCount(dependencies.length);
  return { path, ecosystem: 'PyPI', dependencies, installScripts: [], scripts: new Map(), entrypoints: [] };
}

/** pipenv's lockfile: `Pipfile.lock`. */
export function readPipfileLock({ path, text }: PackagingFile, governed: readonly Manifest[]): Lockfile {
  const document = fieldsOf(readJson(text));
  if (fieldsOf(document?.['_meta']) === undefined) throw new UnreadablePackaging('is not a pipenv lockfile');
  const sections = ['default', 'develop'];
  const lines = new JsonKeyLines(text, (keys) => keys.length === 2 && sections.includes(keys[0] ?? ''));
  const declared = declaredNames(governed);
  const dependencies = eachOnce(
    sections.flatMap((section) =>
      entriesAt(document, section).map(([key, value]): ResolvedDependency => {
        const name = normalizedName(key);
        const { range, source } = wantedOf(value);
        const reference = textAt(value, 'ref') ?? '';
        return {
          ecosystem: 'PyPI',
          name,
          version: source === 'registry' ? (pinnedVersion(range) ?? range) : reference || range,
          source,
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
  return { path, format: 'pipenv', dependencies, missing: missingFrom(path, dependencies, governed) };
}
