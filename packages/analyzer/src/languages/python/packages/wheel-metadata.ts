import { folderOf } from '../../../files/package-path.js';
import type { DeclaredDependency, Manifest } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { defined } from '../../../packages/values.js';
import type { LinkedPackaging, PackagingInProgress } from '../../packaging.js';
import { Markers } from './markers.js';
import { declaredOfTexts, invalidIn } from './python-facts.js';
import { normalizedPypiName } from '../../../packages/package-names.js';

const METADATA = /(?:^|\/)[^/]+\.dist-info\/METADATA$/;
const ENTRY_POINTS = 'entry_points.txt';
/** Groups of entry points that are commands; all others are loaded by other programs. */
const COMMANDS = new Set(['console_scripts', 'gui_scripts']);
const LICENSE_CLASSIFIER = 'License :: ';
const REPOSITORY = /^(?:repository|source|source code|github|code|homepage)\s*,\s*(\S+)/i;

/** Whether a path is that of the description of an installed package, which pip goes by. */
export const isMetadataPath = (path: string): boolean => METADATA.test(path);

interface Header {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

/** The headers before the description. */
function headersIn(text: string): Header[] {
  const headers: Header[] = [];
  for (const [at, line] of text.split(/\r\n|\n|\r/u).entries()) {
    if (line === '') break;
    const colon = line.indexOf(':');
    if (/^\s/u.test(line) || colon < 1) continue;
    headers.push({
      name: line.slice(0, colon).toLowerCase(),
      value: line.slice(colon + 1).trim(),
      line: at + 1,
    });
  }
  return headers;
}

/** The groups of a file of entry points. */
function entryPointsIn(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const groups = new Map<string, Map<string, string>>();
  let group = new Map<string, string>();
  for (const line of text.split(/\r\n|\n|\r/u)) {
    const [, name] = /^\s*\[([^\]]+)\]\s*$/u.exec(line) ?? [];
    if (name !== undefined) {
      group = groups.get(name.trim()) ?? new Map<string, string>();
      groups.set(name.trim(), group);
    }
    const [, key, target] = /^\s*([^#;[=\s][^=]*?)\s*=\s*(\S+)/u.exec(line) ?? [];
    if (key !== undefined && target !== undefined) group.set(key, target);
  }
  return groups;
}

function licenseIn(headers: readonly Header[]): string | undefined {
  const one = (name: string): string | undefined => headers.find((header) => header.name === name)?.value;
  const classifier = headers.find(
    ({ name, value }) => name === 'classifier' && value.startsWith(LICENSE_CLASSIFIER),
  )?.value;
  return (
    one('license-expression') ?? one('license') ?? classifier?.slice(classifier.lastIndexOf('::') + 2).trim()
  );
}

function readMetadata({ path, text }: PackagingFile): Manifest {
  const headers = headersIn(text);
  const one = (name: string): string | undefined => headers.find((header) => header.name === name)?.value;
  const required = headers.filter(({ name }) => name === 'requires-dist');
  checkCount(required.length);
  const markers = new Markers(one('requires-python'));
  const links = headers.flatMap(({ name, value }) =>
    name === 'project-url' ? (REPOSITORY.exec(value)?.[1] ?? []) : [],
  );
  return {
    path,
    ecosystem: 'PyPI',
    ...defined('name', one('name')),
    ...defined('version', one('version')),
    ...defined('description', one('summary')),
    ...defined('license', licenseIn(headers)),
    ...defined('repository', links[0]),
    dependencies: required.flatMap(({ value, line }) =>
      declaredOfTexts(
        [value],
        { kind: /;.*\bextra\s*==/u.test(value) ? 'optional' : 'runtime', manifest: path, markers },
        () => line,
      ),
    ),
    ...defined(
      'unlisted',
      invalidIn(
        required.map(({ value }) => value),
        'the dependencies',
      ),
    ),
    installScripts: [],
    scripts: new Map(),
    entrypoints: [],
    commands: [],
  };
}

const keyOf = ({ name }: DeclaredDependency): string => normalizedPypiName(name);

/** The manifests of installed packages: `METADATA` of a wheel with its entry points. */
export class WheelMetadata implements LinkedPackaging {
  private readonly found: Manifest[] = [];

  constructor(private readonly packages: PackagingInProgress) {}

  readManifest(path: string): boolean {
    if (!isMetadataPath(path)) return false;
    const manifest = this.packages.readAsManifest(path, readMetadata);
    if (manifest !== undefined) this.found.push(this.withEntryPoints(manifest));
    return true;
  }

  /** A requirement that the sources of the same package declare too is named once, at its place there. */
  finishManifests(): void {
    for (const manifest of this.found) {
      const name = normalizedPypiName(manifest.name ?? '');
      const declared = new Set(
        this.packages.manifests
          .filter((other) => normalizedPypiName(other.name ?? '') === name)
          .flatMap(({ dependencies }) => dependencies.map(keyOf)),
      );
      const dependencies = manifest.dependencies.filter((each) => !declared.has(keyOf(each)));
      this.packages.addManifest({ ...manifest, dependencies });
    }
  }

  /** Files that pip copies beside the commands of entry points: `NAME-VERSION.data/scripts/NAME`. */
  private scriptsOf({ path }: Manifest): string[] {
    const folder = `${folderOf(path).replace(/\.dist-info\/$/u, '')}.data/scripts/`;
    return [...this.packages.source.files.keys()].flatMap((each) =>
      each.startsWith(folder) && !each.slice(folder.length).includes('/') ? [each.slice(folder.length)] : [],
    );
  }

  private withEntryPoints(without: Manifest): Manifest {
    const manifest = { ...without, commands: this.scriptsOf(without) };
    const path = `${folderOf(manifest.path)}${ENTRY_POINTS}`;
    if (!this.packages.source.files.has(path)) return manifest;
    const groups =
      this.packages.readAsManifest(path, ({ text }) => entryPointsIn(text)) ??
      new Map<string, ReadonlyMap<string, string>>();
    const commands = [...groups].flatMap(([group, entries]) => (COMMANDS.has(group) ? [...entries] : []));
    const loaded = [...groups].flatMap(([group, entries]) =>
      COMMANDS.has(group) ? [] : [...entries.values()],
    );
    return {
      ...manifest,
      scripts: new Map(commands),
      entrypoints: [...new Set(commands.map(([, target]) => target))],
      commands: [...manifest.commands, ...commands.map(([name]) => name)],
      loaded,
    };
  }
}
