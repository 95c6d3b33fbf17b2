import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject } from '../../../common/values/json.js';
import { readFileOf, unpack } from '../cache/unpack.js';
import { programPath } from '../launch/runtimes.js';
import { serverVariables } from '../launch/variables.js';
import { Refusal } from '../refusal.js';
import type { FetchedPackage, PackageContent } from './package-content.js';
import { installInto } from './install.js';

/** What the archive of a release was made of, beside its files. */
const RELEASE_INDEX = '.release.json';
const MAX_INDEX = 64 * 1024 * 1024;
const MAX_METADATA = 4 * 1024 * 1024;
/** A wheel that every Python of every system installs. */
const UNIVERSAL = /(?:^|\.)py3(?:\.[a-z0-9_]+)*-none-any\.whl$|-py3-none-any\.whl$|-py2\.py3-none-any\.whl$/i;
const TARGET = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)$/;

/** The wheel of a release: its files by their names where they are installed, and their places in the archive. */
interface Wheel {
  readonly filename: string;
  readonly places: ReadonlyMap<string, string>;
}

/** @throws Refusal for a release without a wheel for every platform, or without a console script */
export async function pypiContent({ source, archive, options }: FetchedPackage): Promise<PackageContent> {
  const wheel = await wheelOf(archive);
  if (!UNIVERSAL.test(wheel.filename))
    throw new Refusal(`${source.name} ${source.version} has no wheel for every platform (py3-none-any)`);
  const info = await infoFiles(archive, wheel);
  const [module = '', called = ''] = scriptOf(info.entryPoints, source.name);
  const requirements = requirementsOf(info.metadata);
  // The other files of the release are not those of the wheel.
  const own = new Set(wheel.places.values());
  return {
    dependencies: requirements.map((requirement) => requirement.split(/[\s<>=!~;([]/, 1)[0] ?? ''),
    launch: {
      runtime: 'python',
      command: [
        'python3',
        '-c',
        `import sys; sys.path.insert(0, '.'); from ${module} import ${called}; sys.exit(${called}())`,
      ],
    },
    first: `${module.replaceAll('.', '/')}.py`,
    unpack: (folder) => unpack(archive, folder, (path) => (own.has(path) ? path : undefined)),
    install: async (folder) => {
      const { environment } = options;
      const list = join(dirname(folder), 'requirements.txt');
      await writeFile(list, `${requirements.join('\n')}\n`, { flag: 'wx' });
      await installInto(folder, {
        program: programPath(['python3', 'python'], environment['PATH'] ?? ''),
        arguments: [
          ...['-I', '-m', 'pip', 'install', '--quiet', '--target', folder, '--only-binary', ':all:'],
          ...['--no-compile', '--no-input', '--disable-pip-version-check', '-r', list],
        ],
        cwd: dirname(folder),
        variables: serverVariables(environment, []).variables,
      });
      return `${requirements.length} dependencies as pip resolved them, wheels only`;
    },
  };
}

async function wheelOf(archive: string): Promise<Wheel> {
  const bytes = await readFileOf(archive, RELEASE_INDEX, MAX_INDEX);
  const index: unknown = JSON.parse(bytes?.toString() ?? 'null');
  if (isObject(index) && Array.isArray(index['distributions'])) {
    const main = (index['distributions'] as unknown[]).find(
      (each) => isObject(each) && each['filename'] === index['main'],
    );
    if (isObject(main) && Array.isArray(main['files'])) {
      const places = (main['files'] as readonly (readonly [string, string | null])[]).flatMap(
        ([path, place]): [string, string][] => (place === null ? [] : [[path, place]]),
      );
      return { filename: String(main['filename']), places: new Map(places) };
    }
  }
  throw new Refusal('the release has no file that could be started');
}

async function infoFiles(
  archive: string,
  { places }: Wheel,
): Promise<{ readonly metadata: string; readonly entryPoints: string }> {
  const read = async (name: string): Promise<string> => {
    const path = [...places.values()].find((each) => new RegExp(`^[^/]+\\.dist-info/${name}$`).test(each));
    const bytes = path === undefined ? undefined : await readFileOf(archive, path, MAX_METADATA);
    return bytes?.toString() ?? '';
  };
  return { metadata: await read('METADATA'), entryPoints: await read('entry_points\\.txt') };
}

/** The module and the function of the only console script, or of the one with the package's name. */
function scriptOf(entryPoints: string, name: string): readonly string[] {
  const scripts = new Map<string, string>();
  let section = '';
  for (const line of entryPoints.split(/\r?\n/)) {
    section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1]?.trim() ?? section;
    const [, script = '', target = ''] = /^\s*([^=#;\s[][^=]*?)\s*=\s*(\S+)/.exec(line) ?? [];
    if (section === 'console_scripts' && script !== '') scripts.set(script.toLowerCase(), target);
  }
  const normal = (text: string): string => text.toLowerCase().replaceAll(/[-_.]+/g, '-');
  const target =
    scripts.size === 1
      ? [...scripts.values()][0]
      : [...scripts].find(([script]) => normal(script) === normal(name))?.[1];
  const [, module, called] = TARGET.exec(target ?? '') ?? [];
  if (module === undefined || called === undefined)
    throw new Refusal(`${name} has no console script of its own name that could be started`);
  return [module, called];
}

/** What it needs without extras. @throws Refusal for requirements that are no packages of the index */
function requirementsOf(metadata: string): string[] {
  const [headers = ''] = metadata.split(/\r?\n\r?\n/, 1);
  const stated = [...headers.matchAll(/^Requires-Dist:\s*(.+?)\s*$/gim)].map(
    ([, requirement = '']) => requirement,
  );
  const needed = stated.filter((requirement) => !/;.*\bextra\s*==/.test(requirement));
  const other = needed.find(
    (requirement) => !/^[A-Za-z0-9][A-Za-z0-9._-]*\s*[^@:/\\-]*(?:;.*)?$/.test(requirement),
  );
  if (other !== undefined)
    throw new Refusal(`it needs ${JSON.stringify(other.slice(0, 100))}, which is no package of the index`);
  return needed;
}
