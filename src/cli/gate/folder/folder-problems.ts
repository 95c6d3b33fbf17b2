import { posix } from 'node:path';
import { escapedText } from '@mcp-hub/analyzer/texts';
import type { Launch } from '@mcp-hub/client-configurations';
import { isObject } from '../../../common/values/json.js';
import type { Folder } from './folder.js';

/** What the folder in which a server starts does to it. */
export interface FolderProblems {
  /** Why something else may run than what was evaluated. */
  readonly denials: readonly string[];
  readonly warnings: readonly string[];
}

/** A file of settings that a package manager reads in the folder. */
interface SettingsFile {
  readonly name: string;
  /** The names of settings that do not change what runs; undefined if the file alone changes it. */
  readonly harmless?: RegExp;
  /** A line with a setting, whose name is the first group. */
  readonly line?: RegExp;
}

const INI = /^\s*([^\s=;#[\]]+)\s*(?:=|$)/;
const YAML = /^([A-Za-z_][\w-]*)\s*:/;

const NPMRC: SettingsFile = {
  name: '.npmrc',
  line: INI,
  harmless:
    /^(?:save(?:-exact|-prefix|-dev)?|engine-strict|fund|audit|audit-level|loglevel|progress|color|update-notifier|package-lock|lockfile-version|omit-lockfile-registry-resolved|provenance|access|sign-git-(?:commit|tag)|git-tag-version|tag-version-prefix|init-[\w.-]+|fetch-(?:retries|timeout)|maxsockets|timing|heading|unicode|legacy-peer-deps|strict-peer-dep(?:s|endencies)|auto-install-peers|shamefully-hoist|public-hoist-pattern(?:\[\])?|node-linker|prefer-frozen-lockfile|prefer-workspace-packages|link-workspace-packages|ignore-scripts|min-release-age|minimum-release-age|\/\/[^\s=]+:(?:_authToken|always-auth|_auth|username|email))$/,
};

/** What each launcher reads in the folder. */
const SETTINGS: Readonly<Record<string, readonly SettingsFile[]>> = {
  npx: [NPMRC],
  npm: [NPMRC],
  pnpm: [
    NPMRC,
    { name: '.pnpmfile.cjs' },
    { name: '.pnpmfile.mjs' },
    {
      name: 'pnpm-workspace.yaml',
      line: YAML,
      harmless: /^(?:packages|catalogs?|onlyBuiltDependencies|ignoredBuiltDependencies|minimumReleaseAge)$/,
    },
  ],
  yarn: [
    { name: '.yarnrc' },
    {
      name: '.yarnrc.yml',
      line: YAML,
      harmless:
        /^(?:nodeLinker|nmMode|nmHoistingLimits|enableGlobalCache|enableTelemetry|compressionLevel|enableScripts|defaultSemverRangePrefix)$/,
    },
  ],
  bun: [NPMRC, { name: 'bunfig.toml' }],
};
const ALIASES: Readonly<Record<string, string>> = { pnpx: 'pnpm', bunx: 'bun', uv: 'uvx' };

/** What the folder has for launchers of Python, which do not read it for tools today. */
const NOTED: Readonly<Record<string, readonly string[]>> = { uvx: ['uv.toml'], pipx: ['pip.conf'] };

/** Windows looks for a program in the folder first. */
const ENDINGS = ['.cmd', '.bat', '.exe', '.com', '.ps1'];

async function settingsProblem(
  folder: Folder,
  { name, harmless, line }: SettingsFile,
): Promise<string | undefined> {
  if (!(await folder.has(name))) return undefined;
  if (harmless === undefined || line === undefined) return `${name} in the folder changes what runs`;
  const text = await folder.text(name);
  if (text === undefined) return `${name} in the folder cannot be read; it may change what runs`;
  const settings = text.split(/\r\n|\n|\r/).flatMap((each) => line.exec(each)?.[1] ?? []);
  const changing = settings.find((setting) => !harmless.test(setting));
  return changing === undefined
    ? undefined
    : `the setting ${escapedText(changing, 100)} of ${name} in the folder may change what runs`;
}

/** The names of the packages of npm or PyPI that a launch starts. */
const namesOf = ({ references }: Launch, scheme: 'npm' | 'pypi'): string[] =>
  references.flatMap(({ name }) => (name.startsWith(`${scheme}:`) ? [name.slice(scheme.length + 1)] : []));

const inFolder = (what: string): string =>
  `${escapedText(what, 200)} in the folder may run instead of the package that was evaluated`;

/** What npm runs of the folder in place of a package, by its name or by the whole word `name@1.2.3`. */
async function installedProblems(launch: Launch, folder: Folder): Promise<string[]> {
  const found: string[] = [];
  for (const project of await folder.projects()) {
    const { folders, programs, problem } = await project.installed();
    for (const name of namesOf(launch, 'npm')) {
      const place = folders.get(name);
      if (place !== undefined) found.push(inFolder(place));
    }
    found.push(...programs.map(inFolder));
    if (problem !== undefined) found.push(`of the packages in the folder, ${problem}`);
  }
  for (const place of await folder.places())
    for (const scope of ['', ...namesOf(launch, 'npm').flatMap((name) => /^@[^/]+/.exec(name) ?? [])]) {
      const programs = await place.files(`node_modules/.bin/${scope}`);
      found.push(
        ...programs
          .filter((name) => name.includes('@', 1))
          .map((name) => inFolder(posix.join('node_modules/.bin', scope, name))),
      );
    }
  return found;
}

/** What versions 1 of Yarn run for `yarn dlx`, which they do not know: a script or a program of the folder. */
async function scriptProblems(folder: Folder): Promise<string[]> {
  const project = await folder.project();
  const manifest = await project.manifest();
  const scripts = manifest?.['scripts'];
  const isScript = isObject(scripts) && scripts['dlx'] !== undefined;
  return [
    ...(manifest === null ? ['package.json in the folder cannot be read; it may change what runs'] : []),
    ...(isScript ? ['the script dlx of package.json in the folder may run instead'] : []),
    ...((await project.has('node_modules/.bin/dlx')) ? [inFolder('node_modules/.bin/dlx')] : []),
  ];
}

/** What pipx runs of the folder: a file that is called like what it is given, and packages under `__pypackages__`. */
async function pipxProblems(launch: Launch, folder: Folder): Promise<string[]> {
  const files = await folder.files();
  const named = namesOf(launch, 'pypi').flatMap((name) =>
    files.filter((file) => file.startsWith(name) && /^(?:$|[[=@<>!~])/.test(file.slice(name.length))),
  );
  return [...named, ...((await folder.has('__pypackages__')) ? ['__pypackages__'] : [])].map(inFolder);
}

async function denialsBy(launcher: string, launch: Launch, folder: Folder): Promise<string[]> {
  const program = ALIASES[launcher] ?? launcher;
  const found: string[] = [];
  // The launchers of npm are scripts that start Node.js.
  const programs = ['npx', 'npm', 'pnpm', 'yarn'].includes(program) ? [launcher, 'node'] : [launcher];
  for (const name of programs)
    for (const ending of ENDINGS)
      if (await folder.has(`${name}${ending}`))
        found.push(`${name}${ending} in the folder would run instead of ${name}`);
  const project = await folder.project();
  for (const settings of SETTINGS[program] ?? [])
    for (const place of new Set([...(await folder.places()), ...(await folder.projects())])) {
      const problem = await settingsProblem(place, settings);
      if (problem !== undefined && !found.includes(problem)) found.push(problem);
    }
  if (program === 'npx' || program === 'npm') found.push(...(await installedProblems(launch, folder)));
  if (program === 'yarn') found.push(...(await scriptProblems(folder)));
  if (program === 'pipx') found.push(...(await pipxProblems(launch, folder)));
  if (program === 'bun')
    for (const name of namesOf(launch, 'npm'))
      if (await project.has(`node_modules/${name}`)) found.push(inFolder(`node_modules/${name}`));
  if (program === 'uvx' && (await folder.has('.python-version'))) {
    const version = (await folder.text('.python-version'))?.trim() ?? '';
    if (!/^(?:cpython@?)?3(?:\.\d+){0,2}$/.test(version))
      found.push('.python-version in the folder names no version, but what may be any program');
  }
  return found;
}

/** What the folder does to a launch: files that its launchers read, and packages that run instead of those that were evaluated. */
export async function folderProblems(launch: Launch, folder: Folder): Promise<FolderProblems> {
  const denials: string[] = [];
  const warnings: string[] = [];
  for (const launcher of launch.launchers ?? []) {
    denials.push(...(await denialsBy(launcher, launch, folder)));
    for (const name of NOTED[ALIASES[launcher] ?? launcher] ?? [])
      if (await folder.has(name)) warnings.push(`${name} in the folder was not read`);
  }
  return { denials: [...new Set(denials)], warnings: [...new Set(warnings)] };
}
