import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import { npmEnvironment } from '../../../config/npm-environment.js';
import { readFileOf, unpack } from '../cache/unpack.js';
import { programPath } from '../launch/runtimes.js';
import { serverVariables } from '../launch/variables.js';
import { Refusal } from '../refusal.js';
import type { FetchedPackage, PackageContent } from './package-content.js';
import { installInto } from './install.js';

const MAX_PACKAGE_JSON = 4 * 1024 * 1024;

/** Archives of npm have everything in one folder, which is usually called `package`. */
const withoutTop = (path: string): string | undefined => path.slice(path.indexOf('/') + 1) || undefined;

/** @throws Refusal for a package that no file of its own starts */
export async function npmContent({ source, archive, options }: FetchedPackage): Promise<PackageContent> {
  const manifest = await packageJson(archive);
  const program = programOf(manifest, source.name);
  const dependencies = dependenciesOf(manifest);
  return {
    dependencies,
    launch: { runtime: 'node', command: ['node', program] },
    first: program,
    unpack: (folder) => unpack(archive, folder, withoutTop),
    install: async (folder) => {
      // npm would read it as settings of a project.
      for (const name of ['.npmrc'])
        if ((await lstat(join(folder, name)).catch(() => undefined)) !== undefined)
          throw new Refusal(`${source.name} brings its own ${name}, so its dependencies are not installed`);
      const { environment } = options;
      const path = environment['PATH'] ?? '';
      await installInto(folder, {
        program: programPath(['npm'], path),
        arguments: [
          ...['install', '--omit=dev', '--ignore-scripts', '--no-bin-links', '--no-save'],
          ...['--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', '--install-links'],
        ],
        cwd: folder,
        variables: {
          ...serverVariables(environment, []).variables,
          ...definedOf(npmEnvironment(environment)),
        },
      });
      return `${dependencies.length} dependencies as npm resolved them, without their install scripts`;
    },
  };
}

const definedOf = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

async function packageJson(archive: string): Promise<JsonObject> {
  const bytes = await readFileOf(archive, 'package/package.json', MAX_PACKAGE_JSON);
  try {
    const value: unknown = JSON.parse(bytes?.toString() ?? '');
    if (isObject(value)) return value;
  } catch {
    // Refused below.
  }
  throw new Refusal('the package has no package.json in the folder "package"');
}

/** The file of the package's command: the only one, or the one with its name. */
function programOf({ bin }: JsonObject, name: string): string {
  const own = name.slice(name.indexOf('/') + 1);
  const commands = typeof bin === 'string' ? { [own]: bin } : isObject(bin) ? bin : {};
  const names = Object.keys(commands);
  const chosen = names.length === 1 ? names[0] : names.find((each) => each === own);
  const file = chosen === undefined ? undefined : commands[chosen];
  if (typeof file !== 'string')
    throw new Refusal(`${name} has no command of its own name that could be started`);
  return file.replace(/^\.\//, '');
}

/** What npm would install with it. */
function dependenciesOf({ dependencies, bundleDependencies, bundledDependencies }: JsonObject): string[] {
  const bundled: unknown = bundleDependencies ?? bundledDependencies;
  if (bundled === true) return [];
  const included: readonly unknown[] = Array.isArray(bundled) ? bundled : [];
  return isObject(dependencies) ? Object.keys(dependencies).filter((name) => !included.includes(name)) : [];
}
