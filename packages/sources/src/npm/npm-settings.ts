import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { SourceError } from '../source-error.js';

const require = createRequire(import.meta.url);

/** What of npm's configuration a fetch uses: registries, their credentials and certificates. */
export type NpmSettings = Readonly<Record<string, unknown>>;

type Environment = Readonly<Record<string, string | undefined>>;

interface NpmConfig {
  readonly load: () => Promise<void>;
  readonly flat: Readonly<Record<string, unknown>>;
}
interface Definitions {
  readonly definitions: { readonly registry: { readonly default: string } };
  readonly flatten: unknown;
  readonly shorthands: unknown;
}

/** Everything else would change what is fetched, or how. */
const KEYS = new Set(['registry', 'ca', 'cert', 'key', 'strictSSL', 'localAddress', 'replaceRegistryHost']);
const isUsed = (key: string): boolean => KEYS.has(key) || key.startsWith('//') || SCOPED_REGISTRY.test(key);
const SCOPED_REGISTRY = /^@[^:]+:registry$/;

/**
 * The program from which npm derives the location of its global configuration: the Node.js beside npm, which need not
 * be the one that runs.
 */
function npmExecPath(environment: Environment): string {
  const folders = (environment['PATH'] ?? '').split(delimiter);
  const folder = folders.find((path) => path.startsWith('/') && existsSync(join(path, 'npm')));
  return folder === undefined ? process.execPath : join(folder, 'node');
}

/**
 * Reads npm's own configuration of this machine and user, with npm's own reader: `npmrc` files and variables, but not
 * the `.npmrc` of a project.
 * @throws SourceError when it cannot be read
 */
export async function readNpmSettings(environment: Environment): Promise<NpmSettings> {
  // Loaded when it is needed: a server that fetches nothing does without.
  const Config = require('@npmcli/config') as new (options: unknown) => NpmConfig;
  // A folder of this installation: npm also reads `npmrc` and `package.json` in what it takes for its own folder and a
  // project's, which others must not be able to write.
  const folder = dirname(require.resolve('@npmcli/config/package.json'));
  const { definitions, flatten, shorthands } = definitionsOfNpm();
  const config = new Config({
    definitions,
    flatten,
    shorthands,
    npmPath: folder,
    // It adds variables for npm's children.
    env: { ...environment },
    // Without a project, which could be the package under analysis.
    argv: ['node', 'npm', '--global'],
    execPath: npmExecPath(environment),
    cwd: folder,
  });
  try {
    await config.load();
    return Object.fromEntries(Object.entries(config.flat).filter(([key]) => isUsed(key)));
  } catch (error) {
    throw new SourceError('unavailable', "npm's configuration of this machine cannot be read", {
      cause: error,
      isRetryable: false,
    });
  }
}

const definitionsOfNpm = (): Definitions => require('@npmcli/config/lib/definitions') as Definitions;

/** The registry that npm uses unless it is configured otherwise. */
export const defaultRegistry = (): string => definitionsOfNpm().definitions.registry.default;

/** The origins of the registries that packages come from: npm's default one, and those of scopes. */
export function registryOrigins(settings: NpmSettings): ReadonlySet<string> {
  const registries = Object.entries(settings)
    .filter(([key]) => key === 'registry' || SCOPED_REGISTRY.test(key))
    .map(([, value]) => value)
    .filter((value): value is string => typeof value === 'string' && URL.canParse(value));
  return new Set(registries.map((registry) => new URL(registry).origin));
}
