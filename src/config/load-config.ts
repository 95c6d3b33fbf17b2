import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import type { AppConfig } from './app-config.js';
import {
  CONFIG_KEYS,
  environmentName,
  type ConfigKey,
  type ConfigKeyName,
  type ConfigValue,
} from './config-keys.js';
import { generatedSecret } from './generated-secret.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The start is refused: every fault at once, one a line, each naming its key and what it must be. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`the configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Collects the texts of a YAML file under their dotted names, and what is wrong with it. */
function readFile(path: string, faults: string[]): Map<string, string> {
  const texts = new Map<string, string>();
  let document: unknown;
  try {
    document = parseYaml(readFileSync(path, 'utf8'));
  } catch (error) {
    // The parser quotes the text around a fault, which may hold a secret: only its position is told.
    const { linePos } = Object(error) as { linePos?: readonly { line: number }[] };
    faults.push(`${path} must be readable YAML${linePos?.[0] ? ` (line ${linePos[0].line})` : ''}`);
    return texts;
  }
  const walk = (node: unknown, name: string): void => {
    if (typeof node === 'object' && node !== null && !Array.isArray(node)) {
      for (const [key, child] of Object.entries(node)) walk(child, name === '' ? key : `${name}.${key}`);
    } else if (node === null || node === undefined) {
      if (name !== '' && !(name in CONFIG_KEYS)) faults.push(`${name} is no configuration key`);
    } else if (!(name in CONFIG_KEYS)) {
      faults.push(name === '' ? `${path} must hold keys and values` : `${name} is no configuration key`);
    } else if (typeof node === 'object') {
      faults.push(`${name} must be a single value`);
    } else {
      texts.set(name, String(node as string | number | boolean));
    }
  };
  walk(document, '');
  return texts;
}

/**
 * Reads the configuration from `environment` and the YAML file that it names (`CONFIG_FILE`, else `./config.yaml` if
 * present). Generates and keeps the secrets that may be generated.
 * @throws ConfigError with every fault.
 */
export function loadConfig(environment: Environment = process.env): AppConfig {
  const faults: string[] = [];
  const named = environment['CONFIG_FILE'];
  const path = named ?? './config.yaml';
  if (named !== undefined && !existsSync(named)) faults.push(`CONFIG_FILE must name an existing file`);
  const file = existsSync(path) ? readFile(path, faults) : new Map<string, string>();

  const read = <K extends ConfigKeyName>(name: K): ConfigValue<K> => {
    const key: ConfigKey = CONFIG_KEYS[name];
    // An empty variable counts as unset: compose files pass empty ones for what is not configured.
    const text = environment[environmentName(name)] || file.get(name);
    if (text === undefined) return key.fallback as ConfigValue<K>;
    const parsed = key.parse(text);
    if ('value' in parsed) return parsed.value as ConfigValue<K>;
    faults.push(`${name} (${environmentName(name)}) must ${parsed.must}`);
    return key.fallback as ConfigValue<K>;
  };

  const production = environment['NODE_ENV'] === 'production';
  const embeddedAllowed = !production || read('allow_embedded');
  const dataDir = resolve(read('data_dir'));
  const databaseUrl = read('database_url');
  const givenSecret = read('auth.oss.issuer_secret');
  const password = read('bootstrap_admin_password');
  const port = read('port');
  if (!embeddedAllowed) {
    const unless = 'or set ALLOW_EMBEDDED=true for a single small machine';
    if (databaseUrl === undefined)
      faults.push(`database_url (DATABASE_URL) must be set in production, ${unless}`);
    if (givenSecret === undefined && !faults.some((fault) => fault.startsWith('auth.oss.issuer_secret'))) {
      faults.push(`auth.oss.issuer_secret (AUTH_OSS_ISSUER_SECRET) must be set in production, ${unless}`);
    }
  }

  const config: Omit<AppConfig, 'auth'> = {
    production,
    logLevel: read('log_level'),
    http: { host: read('host'), port, publicUrl: read('public_url') ?? `http://localhost:${port}` },
    dataDir,
    database: {
      ...(databaseUrl !== undefined && { url: databaseUrl }),
      poolSize: databaseUrl === undefined ? 1 : read('database_pool_size'),
    },
    public: {
      readCatalog: read('public.read_catalog'),
      downloadArtifacts: read('public.download_artifacts'),
    },
    limits: {
      bundleBytes: read('limits.bundle_bytes'),
      manifestBytes: read('limits.manifest_bytes'),
      evidenceBytes: read('limits.evidence_bytes'),
      requestTimeoutSeconds: read('limits.request_timeout'),
    },
    bootstrapAdmin: {
      username: read('bootstrap_admin_username'),
      ...(password !== undefined && { password }),
      email: read('bootstrap_admin_email'),
    },
  };
  const oss = {
    issuer: read('auth.oss.issuer'),
    audience: read('auth.oss.audience'),
    tokenTtl: read('auth.oss.token_ttl'),
    enableBasic: read('auth.oss.enable_basic'),
  };
  read('auth.mode');
  read('storage.type');
  read('database_pool_size');
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);

  const issuerSecret = givenSecret ?? generatedSecret(dataDir, 'auth.oss.issuer_secret');
  return deepFreeze({ ...config, auth: { oss: { ...oss, issuerSecret } } });
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) deepFreeze(child as object);
  }
  return Object.freeze(value);
}
