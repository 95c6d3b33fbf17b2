import { fileName, folderOf, withoutDots } from '../../../files/package-path.js';
import type { DeclaredDependency } from '../../../packages/package-facts.js';
import type { LinkedPackaging, PackagingInProgress } from '../../packaging.js';
import {
  isClosed,
  lockfileOfList,
  manifestOfConstraints,
  manifestOfList,
  readList,
  type ListContext,
  type ListFile,
} from './requirements.js';
import { privateRegistry } from '../../../packages/registries.js';

const REQUIREMENTS = /(?:^|\/)(?:[^/]*requirements[^/]*|requirements\/[^/]+)\.(?:txt|in)$/;

/** Whether a path is that of a pip requirements file. */
export const isRequirementsPath = (path: string): boolean => REQUIREMENTS.test(path.toLowerCase());

/** A file that another one includes, by its path in the package. */
interface Inclusion {
  readonly from: string;
  readonly to: string;
  readonly constrains: boolean;
}

/** Files that pip reads together: they share the index, and constraints. */
interface Group {
  index: string | undefined;
  readonly constraints: Map<string, string>;
}

/** Requirements files, each of which may be a manifest, a lockfile or both, depending on the files beside it. */
export class RequirementLists implements LinkedPackaging {
  private readonly tried = new Set<string>();
  private readonly lists = new Map<string, ListFile>();
  private readonly inclusions: Inclusion[] = [];
  /** Lists that include something which is not known. */
  private readonly partial = new Set<string>();
  /** What manifests say that lists are for. */
  private readonly kinds = new Map<string, DeclaredDependency['kind']>();

  constructor(private readonly packages: PackagingInProgress) {}

  readManifest(path: string): boolean {
    if (!isRequirementsPath(path)) return false;
    this.readList(path);
    return true;
  }

  finishManifests(): void {
    this.readNamed();
    // Iterating over a map includes the lists added on the way.
    for (const list of this.lists.values()) this.readIncluded(list);
    this.useLists();
  }

  private readList(path: string): void {
    if (this.tried.has(path)) return;
    this.tried.add(path);
    const list = this.packages.readAsManifest(path, readList);
    if (list !== undefined) this.lists.set(path, list);
  }

  /** The lists from which manifests have their dependencies. */
  private readNamed(): void {
    for (const { path, lists = [] } of this.packages.manifests)
      for (const { file, kind } of lists) {
        const target = this.targetOf(path, file);
        if (target === undefined) continue;
        this.readList(target);
        if (this.kinds.get(target) !== 'runtime') this.kinds.set(target, kind);
      }
  }

  private readIncluded({ path, included }: ListFile): void {
    for (const { file, constrains } of included) {
      const target = this.targetOf(path, file);
      if (target !== undefined) this.readList(target);
      if (target !== undefined && this.lists.has(target))
        this.inclusions.push({ from: path, to: target, constrains });
      else this.partial.add(path);
    }
  }

  /** The file of the package that another one names. A missing one is noted: what it lists is not known. */
  private targetOf(from: string, file: string): string | undefined {
    const isAddress = /^[a-z][a-z+]*:\/\//iu.test(file);
    const target = isAddress || file.startsWith('/') ? undefined : withoutDots(`${folderOf(from)}${file}`);
    if (target !== undefined && this.packages.source.files.has(target)) return target;
    this.packages.addUnlisted(from, `names ${file}, which is not in the package`);
    return undefined;
  }

  /** The lists that pip reads together, by path. */
  private groups(): ReadonlyMap<string, Group> {
    const neighbors = new Map([...this.lists.keys()].map((path) => [path, [] as string[]]));
    for (const { from, to } of this.inclusions) {
      neighbors.get(from)?.push(to);
      neighbors.get(to)?.push(from);
    }
    const groups = new Map<string, Group>();
    for (const path of this.lists.keys()) {
      if (groups.has(path)) continue;
      const group: Group = { index: undefined, constraints: new Map() };
      const open = [path];
      groups.set(path, group);
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        group.index ??= privateRegistry('PyPI', this.lists.get(next)?.index);
        for (const other of neighbors.get(next) ?? [])
          if (!groups.has(other)) {
            groups.set(other, group);
            open.push(other);
          }
      }
    }
    for (const { to, constrains } of this.inclusions)
      if (constrains)
        for (const { name, version, source } of this.lists.get(to)?.requirements ?? [])
          if (version !== undefined && source === 'registry') groups.get(to)?.constraints.set(name, version);
    return groups;
  }

  /** The lists for which something holds, with all that include them by `-r`. */
  private withIncluding(start: Iterable<string>): ReadonlySet<string> {
    const including = Map.groupBy(
      this.inclusions.filter(({ constrains }) => !constrains),
      ({ to }) => to,
    );
    const found = new Set(start);
    // Iterating over a set includes the items added on the way.
    for (const path of found) for (const { from } of including.get(path) ?? []) found.add(from);
    return found;
  }

  /** @param included the inclusions of the list */
  private isForConstraints({ path }: ListFile, included: readonly Inclusion[]): boolean {
    if (this.kinds.has(path) || included.some(({ constrains }) => !constrains)) return false;
    return /constraint/iu.test(fileName(path)) || (included.length > 0 && !isRequirementsPath(path));
  }

  /** A requirements file beside another manifest is its lockfile if all versions are pinned; one by itself is both. */
  private useLists(): void {
    const { manifests, lockfiles } = this.packages;
    const groups = this.groups();
    const contextOf = ({ path }: ListFile): ListContext => {
      const { index, constraints = new Map<string, string>() } = groups.get(path) ?? {};
      const kind = this.kinds.get(path);
      return { constraints, ...(index !== undefined && { index }), ...(kind !== undefined && { kind }) };
    };
    const all = [...this.lists.values()];
    const including = Map.groupBy(this.inclusions, ({ to }) => to);
    const constraining = new Set(
      all.filter((list) => this.isForConstraints(list, including.get(list.path) ?? [])),
    );
    const lists = all.filter((list) => !constraining.has(list));
    const opened = this.withIncluding(
      lists.filter((list) => this.partial.has(list.path) || !isClosed(list)).map(({ path }) => path),
    );
    const filled = this.withIncluding(
      lists.filter(({ requirements }) => requirements.length > 0).map(({ path }) => path),
    );
    const pinned = lists.filter(({ path }) => !opened.has(path) && filled.has(path));
    const locking = new Set(pinned.map(({ path }) => path));
    const open = lists.filter(({ path }) => !locking.has(path));
    // A manifest that declares nothing has its dependencies in the list, and a list that has none of them is of something else.
    const declaring = manifests.filter(({ dependencies }) => dependencies.length > 0);
    const asked = new Set(
      [...declaring, ...open].flatMap((each) =>
        ('dependencies' in each ? each.dependencies : each.requirements).map(
          ({ name }) => `${folderOf(each.path)}\0${name}`,
        ),
      ),
    );
    const alone = pinned.filter(
      ({ path, requirements }) => !requirements.some(({ name }) => asked.has(`${folderOf(path)}\0${name}`)),
    );
    const ofNobody = new Set(alone);
    for (const list of [...open, ...alone]) this.packages.addManifest(manifestOfList(list, contextOf(list)));
    const beside = Map.groupBy(manifests, ({ path }) => folderOf(path));
    for (const list of constraining) this.packages.addManifest(manifestOfConstraints(list, contextOf(list)));
    // A file that includes a list requires everything in it, so it does not show which requirements are direct.
    lockfiles.push(
      ...pinned.map((list) => {
        const others = new Set((including.get(list.path) ?? []).map(({ from }) => from));
        if (ofNobody.has(list)) return lockfileOfList(list, contextOf(list), []);
        const governed = (beside.get(folderOf(list.path)) ?? []).filter(
          ({ path }) => !others.has(path) && !locking.has(path),
        );
        return lockfileOfList(list, contextOf(list), governed);
      }),
    );
  }
}
