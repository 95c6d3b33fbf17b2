import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { isAbsent, regularFile } from './regular-file.js';

/** Packages of a project that are looked at; the largest real ones have a tenth of it. */
const MAX_PACKAGES = 50_000;
/** Bytes of a manifest or of the list of what is installed; what is larger may say anything. */
const MAX_MANIFEST = 4 * 1024 * 1024;
const MAX_LOCK = 64 * 1024 * 1024;
const MAX_PATTERNS = 1000;

/** What npm finds in a project, and runs rather than fetching it. */
export interface InstalledPackages {
  /** Folders and manifests that have a name, by it. */
  readonly folders: ReadonlyMap<string, string>;
  /** Files that npm runs for a word such as `name@1.2.3`, by their names. */
  readonly programs: readonly string[];
  /** Why it is not known what is installed. */
  readonly problem?: string;
}

/**
 * Finds the packages of a project as npm does: the project itself, its workspaces, and what is installed anywhere below them,
 * under whatever folder, because npm goes by the names in manifests. Links are followed.
 */
export async function installedPackages(project: string): Promise<InstalledPackages> {
  return await new Search(await realpath(project)).run();
}

/** What a manifest says; undefined if there is none, `null` if it cannot be read. */
export async function manifestIn(folder: string): Promise<JsonObject | null | undefined> {
  return await objectIn(join(folder, 'package.json'), MAX_MANIFEST);
}

async function objectIn(path: string, maxBytes: number): Promise<JsonObject | null | undefined> {
  const bytes = await regularFile(path, maxBytes);
  if (bytes === undefined || bytes === null) return bytes;
  try {
    const value: unknown = JSON.parse(bytes.toString().replace(/^\ufeff/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Manifests that are open at once. */
const AT_ONCE = 32;

/** `name@1.2.3`, which no program of a package is called. */
const isSpecification = (name: string): boolean => /.@/.test(basename(name));

class Search {
  private readonly folders = new Map<string, string>();
  private readonly programs: string[] = [];
  private readonly seen = new Set<string>();
  private readonly queue: string[] = [];
  private problem: string | undefined;
  private count = 0;

  constructor(private readonly project: string) {}

  async run(): Promise<InstalledPackages> {
    const manifest = await manifestIn(this.project);
    if (manifest === null) this.problem = 'package.json cannot be read; npm may take it for a package';
    if (isObject(manifest)) await this.ofProject(manifest);
    await this.ofList();
    this.add(join(this.project, 'node_modules'));
    for (let next = this.queue.pop(); next !== undefined; next = this.queue.pop())
      if (this.problem === undefined) await this.ofModules(next);
    return {
      folders: this.folders,
      programs: this.programs,
      ...(this.problem !== undefined && { problem: this.problem }),
    };
  }

  /** What the manifest of the project adds: its own programs, and its workspaces. */
  private async ofProject(manifest: JsonObject): Promise<void> {
    const { name, bin, directories, workspaces } = manifest;
    if (typeof name === 'string') this.folders.set(name, 'package.json');
    const commands = isObject(bin) ? Object.keys(bin) : [];
    this.programs.push(
      ...commands.filter(isSpecification).map((each) => `${basename(each)} of package.json`),
    );
    // Each file of the folder is a program.
    if (isObject(directories) && directories['bin'] !== undefined)
      this.problem = 'package.json has directories.bin, from which npm may run a file';
    const patterns: unknown = isObject(workspaces) ? workspaces['packages'] : workspaces;
    if (!Array.isArray(patterns)) return;
    if (patterns.length > MAX_PATTERNS)
      this.problem ??= `package.json has more than ${MAX_PATTERNS} workspaces`;
    for (const pattern of (patterns as unknown[]).slice(0, MAX_PATTERNS))
      if (typeof pattern === 'string') await this.ofPattern(pattern);
  }

  /** The folders of a pattern of workspaces; more than npm finds, where it is more than names and `*`. */
  private async ofPattern(pattern: string): Promise<void> {
    let folders = [this.project];
    const parts = pattern
      .replace(/^!/, '')
      .split(/[/\\]+/)
      .filter((part) => part !== '' && part !== '.');
    for (const part of parts) {
      if (part === '**' || /[{}()]/.test(pattern)) {
        await this.below(folders);
        return;
      }
      const isName = /^[\w@.-]+$/.test(part);
      const next: string[] = [];
      for (const folder of folders) {
        // Links to folders around them multiply with each part.
        if (this.isTooMany()) return;
        const names = isName ? [part] : await this.subfolders(folder);
        for (const name of names) next.push(join(folder, name));
      }
      folders = next;
    }
    for (const folder of folders) await this.ofPackage(folder);
  }

  /** All folders below, without what is installed. */
  private async below(folders: readonly string[]): Promise<void> {
    const open = [...folders];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.isTooMany()) return;
      await this.ofPackage(next);
      for (const name of await this.subfolders(next))
        if (name !== 'node_modules' && name !== '.git') open.push(join(next, name));
    }
  }

  /** The list that npm keeps of what it has installed, and believes. */
  private async ofList(): Promise<void> {
    const list = await objectIn(join(this.project, 'node_modules/.package-lock.json'), MAX_LOCK);
    if (list === null) this.problem ??= 'node_modules/.package-lock.json cannot be read';
    const packages = isObject(list) ? list['packages'] : undefined;
    if (!isObject(packages)) return;
    for (const [path, value] of Object.entries(packages)) {
      const place = `${path} in node_modules/.package-lock.json`;
      const name = isObject(value) ? value['name'] : undefined;
      for (const each of [name, path.split('node_modules/').at(-1)])
        if (typeof each === 'string') this.folders.set(each, place);
    }
  }

  private async ofModules(modules: string): Promise<void> {
    const names = await this.namesIn(modules);
    for (let at = 0; at < names.length; at += AT_ONCE)
      await Promise.all(names.slice(at, at + AT_ONCE).map((name) => this.ofEntry(modules, name)));
  }

  private async ofEntry(modules: string, name: string): Promise<void> {
    const path = join(modules, name);
    if (name === '.bin') await this.ofPrograms(path);
    else if (name.startsWith('@')) {
      for (const each of await this.namesIn(path))
        await this.ofInstalled(join(path, each), `${name}/${each}`);
    } else if (!name.startsWith('.')) await this.ofInstalled(path, name);
  }

  private async ofInstalled(folder: string, name: string): Promise<void> {
    if (!this.folders.has(name)) this.folders.set(name, this.shown(folder));
    await this.ofPackage(folder);
  }

  private async ofPackage(folder: string): Promise<void> {
    const path = await realpath(folder).catch(() => undefined);
    if (path === undefined || this.seen.has(path) || this.isTooMany()) return;
    this.seen.add(path);
    const manifest = await manifestIn(path);
    if (manifest === null) this.problem ??= `${this.shown(join(folder, 'package.json'))} cannot be read`;
    const name = manifest?.['name'];
    if (typeof name === 'string' && !this.folders.has(name)) this.folders.set(name, this.shown(folder));
    // What a linked package needs may also lie in the folders around it.
    for (let around = path; this.isInside(around); around = dirname(around))
      this.add(basename(around) === 'node_modules' ? around : join(around, 'node_modules'));
  }

  private add(modules: string): void {
    if (this.seen.has(modules)) return;
    this.seen.add(modules);
    this.queue.push(modules);
  }

  private async ofPrograms(folder: string): Promise<void> {
    for (const name of await this.namesIn(folder)) {
      const inner = name.startsWith('@') ? await this.namesIn(join(folder, name)) : [];
      for (const each of [name, ...inner.map((one) => `${name}/${one}`)])
        if (isSpecification(each)) this.programs.push(`${this.shown(folder)}/${each}`);
    }
  }

  /** The names in a folder; none if there is no such folder. */
  private async namesIn(folder: string): Promise<string[]> {
    return (await this.entriesIn(folder)).map(({ name }) => name);
  }

  private async subfolders(folder: string): Promise<string[]> {
    return (await this.entriesIn(folder))
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name);
  }

  private async entriesIn(folder: string): Promise<Dirent[]> {
    try {
      return await readdir(folder, { withFileTypes: true });
    } catch (error) {
      if (!isAbsent(error)) this.problem ??= `${this.shown(folder)} cannot be read`;
      return [];
    }
  }

  private isTooMany(): boolean {
    this.count += 1;
    if (this.count <= MAX_PACKAGES) return false;
    this.problem ??= `it has more than ${MAX_PACKAGES} packages, of which npm may run one`;
    return true;
  }

  private isInside(path: string): boolean {
    return path.startsWith(this.project + sep);
  }

  private shown(path: string): string {
    return relative(this.project, path).split(sep).join('/');
  }
}
