import semver from 'semver';
import { decodeSource } from '../../../files/decode-source.js';
import { fileName, folderOf } from '../../../files/package-path.js';
import type { DeclaredDependency, Manifest } from '../../../packages/package-facts.js';
import { nearestFolder, UnreadablePackaging } from '../../../packages/packaging-file.js';
import { privateRegistry } from '../../../packages/registries.js';
import { type Fields, textAt, textsAt } from '../../../packages/values.js';
import { readYaml } from '../../../packages/yaml-document.js';
import type { LinkedPackaging, PackagingInProgress } from '../../packaging.js';
import { catalogsIn, type Catalogs } from './catalogs.js';
import { selectedFolders } from './folder-patterns.js';
import { exactVersion, npmSource, rangeIn, realName } from './npm-spec.js';

const PNPM_WORKSPACE = 'pnpm-workspace.yaml';
const YARN_SETTINGS = '.yarnrc.yml';
const NPM_SETTINGS = '.npmrc';
/** Settings are short. */
const MAX_SETTINGS_BYTES = 256 * 1024;
const CATALOG = /^catalog:(.*)$/su;

/** A workspace: the packages in folders below one, which depend on each other without a registry. */
interface Workspace {
  /** With its slash at the end. */
  readonly folder: string;
  readonly patterns: readonly string[];
  readonly catalogs: Catalogs;
  /** Whether a package is taken from its folder without being asked for by `workspace:`. */
  readonly links: boolean;
}

type Members = ReadonlyMap<string, string>;

const NO_WORKSPACE: Omit<Workspace, 'folder'> = { patterns: [], catalogs: new Map(), links: false };

/** The addresses of registries in npm's settings: for all packages, and for scopes. */
function registriesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split(/\r\n|\n|\r/u)) {
    const [, scope = '', address] = /^\s*(?:(@[^:=\s]+):)?registry\s*=\s*["']?([^\s"']+)/u.exec(line) ?? [];
    if (address !== undefined) found.set(scope, address);
  }
  return found;
}

/** What settings and the packages of a workspace say about the dependencies of npm's manifests. */
export class NpmPackaging implements LinkedPackaging {
  private readonly settings = new Map<string, Fields>();

  constructor(private readonly packages: PackagingInProgress) {}

  /** pnpm's workspace has no dependencies of its own. */
  readManifest(path: string): boolean {
    if (fileName(path) !== PNPM_WORKSPACE) return false;
    const read = this.yaml(path);
    if (read !== undefined) this.settings.set(folderOf(path), read);
    return true;
  }

  finishManifests(): void {
    const { manifests } = this.packages;
    if (manifests.length === 0) return;
    const workspaces = this.workspaces();
    const folders = new Set(workspaces.keys());
    const members = new Map([...workspaces.values()].map((each) => [each, this.membersOf(each)]));
    const registries = registriesIn(this.text(NPM_SETTINGS) ?? '');
    for (const [at, manifest] of manifests.entries()) {
      const folder = nearestFolder(manifest.path, folders);
      const workspace = folder === undefined ? undefined : workspaces.get(folder);
      const dependencies = manifest.dependencies.map((each) => {
        const known = workspace
          ? withMember(withCatalog(each, workspace), members.get(workspace) ?? new Map(), workspace.links)
          : each;
        return withRegistry(known, registries);
      });
      manifests[at] = { ...manifest, dependencies };
    }
  }

  private text(path: string): string | undefined {
    const bytes = this.packages.source.files.get(path);
    if (bytes === undefined || bytes.length > MAX_SETTINGS_BYTES) return undefined;
    return decodeSource(bytes).text;
  }

  /** A file of settings. What cannot be read is noted: catalogs in it are not known. */
  private yaml(path: string): Fields | undefined {
    const text = this.text(path);
    if (text === undefined) return undefined;
    try {
      return readYaml(text);
    } catch (error) {
      this.packages.addUnlisted(
        path,
        error instanceof UnreadablePackaging ? error.message : 'cannot be read',
      );
      return undefined;
    }
  }

  private workspaces(): ReadonlyMap<string, Workspace> {
    const found = new Map<string, Workspace>();
    const add = (folder: string, more: Partial<Workspace>): void => {
      const { patterns, catalogs, links } = found.get(folder) ?? NO_WORKSPACE;
      found.set(folder, {
        folder,
        patterns: [...patterns, ...(more.patterns ?? [])],
        catalogs: new Map([...catalogs, ...(more.catalogs ?? [])]),
        links: links || more.links === true,
      });
    };
    for (const { path, workspaces = [], catalogs } of this.packages.manifests) {
      if (workspaces.length > 0) add(folderOf(path), { patterns: workspaces, links: true });
      if (catalogs !== undefined) add(folderOf(path), { catalogs });
    }
    const linking = /^\s*link-workspace-packages\s*=\s*(?:true|deep)\s*$/mu.test(
      this.text(NPM_SETTINGS) ?? '',
    );
    for (const [folder, settings] of this.settings)
      add(folder, {
        patterns: textsAt(settings, 'packages'),
        catalogs: catalogsIn(settings),
        links: linking || ['true', 'deep'].includes(textAt(settings, 'linkWorkspacePackages') ?? ''),
      });
    const yarn = this.yaml(YARN_SETTINGS);
    if (yarn !== undefined) add('', { catalogs: catalogsIn(yarn) });
    return found;
  }

  /** The packages of a workspace: versions by name. */
  private membersOf({ folder, patterns }: Workspace): Members {
    const below = this.packages.manifests.filter(({ path }) => path.startsWith(folder));
    const relative = (manifest: Manifest): string => folderOf(manifest.path).slice(folder.length);
    const selected = new Set(selectedFolders(patterns, below.map(relative)));
    return new Map(
      below
        .filter((manifest) => manifest.name !== undefined && selected.has(relative(manifest)))
        .map(({ name = '', version = '' }) => [name, version]),
    );
  }
}

/** A dependency with the range of a catalog instead of the catalog's name. */
function withCatalog(dependency: DeclaredDependency, { catalogs }: Workspace): DeclaredDependency {
  const [, catalog] = CATALOG.exec(dependency.range.trim()) ?? [];
  if (catalog === undefined) return dependency;
  const { name: key } = dependency;
  const range = catalogs.get(catalog.trim() === '' ? 'default' : catalog.trim())?.get(key);
  if (range === undefined) return dependency;
  const name = realName(key, range);
  const version = exactVersion(name, range);
  return { ...dependency, name, range, source: npmSource(range), ...(version !== undefined && { version }) };
}

/** A dependency that a package of the workspace satisfies comes from its folder. */
function withMember(dependency: DeclaredDependency, members: Members, links: boolean): DeclaredDependency {
  const { name, range, source } = dependency;
  const own = members.get(name);
  if (own === undefined || (source !== 'registry' && source !== 'file')) return dependency;
  const wanted = links && source === 'registry' ? semver.validRange(rangeIn(range), true) : null;
  const fits =
    wanted !== null &&
    (own === '' || semver.satisfies(own, wanted, { loose: true, includePrerelease: true }));
  if (source !== 'file' && !fits) return dependency;
  const { version: _, ...rest } = dependency;
  return { ...rest, source: 'file', isMember: true };
}

/** A dependency with the registry that settings name for its scope, or for all packages. */
function withRegistry(
  dependency: DeclaredDependency,
  registries: ReadonlyMap<string, string>,
): DeclaredDependency {
  if (dependency.source !== 'registry' || dependency.index !== undefined) return dependency;
  const [scope = ''] = dependency.name.startsWith('@') ? dependency.name.split('/', 1) : [];
  const isOfJsr = dependency.range.trim().startsWith('jsr:');
  const address = isOfJsr ? 'jsr:' : (registries.get(scope) ?? registries.get(''));
  const index = privateRegistry('npm', address);
  return index === undefined ? dependency : { ...dependency, index };
}
