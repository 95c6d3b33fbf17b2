import type { Distributable, SurfaceSummary } from '@mcp-hub/analyzer';
import type { BundleLayout } from './bundle-layout.js';

/** How a server is started. */
export interface ManifestCommand {
  readonly runtime: { readonly type: string; readonly version: string };
  /** The program and its arguments, with paths from the root of the bundle. */
  readonly command: readonly string[];
  /** Whether the file was chosen because it registers the tools: no manifest names a program. */
  readonly guessed: boolean;
}

const RUNTIMES = {
  node: { type: 'node', version: '>=20' },
  python: { type: 'python', version: '>=3.10' },
  go: { type: 'go', version: '>=1.21' },
} as const;

/** A file that an interpreter starts as it is. TypeScript has to be compiled first. */
const RUNNABLE: Readonly<Record<string, keyof typeof RUNTIMES>> = {
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  py: 'python',
};

// Paths that need no quotes in a command or in a literal of Python.
const PLAIN_PATH = /^[A-Za-z0-9_@][A-Za-z0-9_@.+-]*(\/[A-Za-z0-9_@.+-]+)*$/;
const PYTHON_TARGET = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)$/;

/** How to start the server in a bundle; undefined if nothing in it can be started. */
export function commandOf(
  { is_distributable: isDistributable, runtime, entrypoint }: Distributable,
  { tool_details: tools = [] }: Pick<SurfaceSummary, 'tool_details'>,
  layout: BundleLayout,
): ManifestCommand | undefined {
  if (isDistributable && runtime !== 'unknown') {
    const command = COMMANDS[runtime](entrypoint, layout);
    if (command !== undefined) return { runtime: RUNTIMES[runtime], command, guessed: false };
  }
  const [file, ...others] = new Set(tools.map((tool) => tool.file_path));
  const path = file === undefined || others.length > 0 ? undefined : located(file, layout);
  const guessed = path === undefined ? undefined : RUNNABLE[extensionOf(path)];
  if (path === undefined || guessed === undefined) return undefined;
  return {
    runtime: RUNTIMES[guessed],
    command: [guessed === 'node' ? 'node' : 'python3', path],
    guessed: true,
  };
}

const COMMANDS: Readonly<
  Record<keyof typeof RUNTIMES, (entrypoint: string, layout: BundleLayout) => readonly string[] | undefined>
> = {
  node: (entrypoint, layout) => {
    const path = located(entrypoint, layout);
    return path !== undefined && RUNNABLE[extensionOf(path)] === 'node' ? ['node', path] : undefined;
  },
  python: pythonCommand,
  go: (entrypoint, layout) => {
    const path = located(entrypoint, layout);
    if (path === undefined) return undefined;
    const module = folderOf(path, (folder) => layout.has(`${folder}go.mod`));
    const inModule = path.slice(module?.length ?? 0);
    const program = `./${inModule.slice(0, Math.max(0, inModule.lastIndexOf('/')))}`;
    return module === undefined || module === ''
      ? ['go', 'run', program]
      : ['go', '-C', module.slice(0, -1), 'run', program];
  },
};

/** A console script is a function of a module, which must be imported from its folder. */
function pythonCommand(entrypoint: string, layout: BundleLayout): readonly string[] | undefined {
  const [, module = '', called = ''] = PYTHON_TARGET.exec(entrypoint) ?? [];
  if (module === '') return undefined;
  const inFolder = module.replaceAll('.', '/');
  const path = located(`${inFolder}.py`, layout) ?? located(`${inFolder}/__init__.py`, layout);
  if (path === undefined) return undefined;
  const root = path.slice(0, path.lastIndexOf(inFolder)).replace(/\/$/, '');
  const code = `import sys; sys.path.insert(0, '${root === '' ? '.' : root}'); from ${module} import ${called}; sys.exit(${called}())`;
  return ['python3', '-c', code];
}

/** A path of the package in its bundle: the same path, or one below the folder that archives of code hosts and npm begin with. */
function located(path: string, layout: BundleLayout): string | undefined {
  const found = layout.has(path)
    ? path
    : [...layout]
        .filter((candidate) => candidate.endsWith(`/${path}`))
        .sort((one, other) => one.split('/').length - other.split('/').length || (one < other ? -1 : 1))[0];
  return found !== undefined && PLAIN_PATH.test(found) && !found.split('/').includes('..')
    ? found
    : undefined;
}

const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The nearest folder of a path that fits, with its slash; empty for the root. */
function folderOf(path: string, fits: (folder: string) => boolean): string | undefined {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    if (fits(folder)) return folder;
    if (end <= 0) return undefined;
  }
}
