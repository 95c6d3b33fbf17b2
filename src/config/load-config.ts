import { resolve } from 'node:path';
import type { AppConfig } from './app-config.js';
import { CONFIG_KEYS, type ConfigKeyName } from './config-keys.js';
import { ConfigReader, type Environment } from './config-reader.js';
import { generatedSecret } from './generated-secret.js';

const MIN_SECRET_BYTES = 32;
const UNLESS_EMBEDDED =
  'be set in production, or ALLOW_EMBEDDED=true say that a single small machine is meant';

/** The start is refused: every fault at once, one a line, each naming its key and what it must be. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`the configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration from `environment` and the YAML file that it names (`CONFIG_FILE`, else `./config.yaml` if
 * present). Generates and keeps the secrets that may be generated.
 * @throws ConfigError with every fault.
 */
export function loadConfig(environment: Environment = process.env): AppConfig {
  const reader = new ConfigReader(environment);
  // Every key is read, so that a key that the settings below do not need yet is checked all the same.
  for (const name of Object.keys(CONFIG_KEYS) as ConfigKeyName[]) reader.read(name);
  const production = environment['NODE_ENV'] === 'production';
  const givenSecret = reader.read('auth.oss.issuer_secret');
  if (production && !reader.read('allow_embedded')) {
    if (reader.read('database_url') === undefined) reader.fault('database_url', UNLESS_EMBEDDED);
    if (givenSecret === undefined) reader.fault('auth.oss.issuer_secret', UNLESS_EMBEDDED);
  }
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);

  const dataDir = resolve(reader.read('data_dir'));
  return deepFreeze({
    ...settings(reader),
    dataDir,
    auth: {
      oss: {
        issuer: reader.read('auth.oss.issuer'),
        audience: reader.read('auth.oss.audience'),
        issuerSecret: givenSecret ?? keptSecret(dataDir, 'auth.oss.issuer_secret'),
        tokenTtl: reader.read('auth.oss.token_ttl'),
        enableBasic: reader.read('auth.oss.enable_basic'),
      },
    },
  });
}

/** A generated secret, unless what is kept of it is shorter than any that was ever generated. */
function keptSecret(dataDir: string, name: string): string {
  const secret = generatedSecret(dataDir, name);
  if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret;
  throw new ConfigError([
    `${name}: the generated secret in ${dataDir}/secrets is damaged; restore or delete its file`,
  ]);
}

/** The settings that stand for themselves. */
function settings(reader: ConfigReader): Omit<AppConfig, 'dataDir' | 'auth'> {
  const port = reader.read('port');
  const url = reader.read('database_url');
  const password = reader.read('bootstrap_admin_password');
  return {
    logLevel: reader.read('log_level'),
    http: {
      host: reader.read('host'),
      port,
      publicUrl: reader.read('public_url') ?? `http://localhost:${port}`,
    },
    database: url === undefined ? { poolSize: 1 } : { url, poolSize: reader.read('database_pool_size') },
    public: {
      readCatalog: reader.read('public.read_catalog'),
      downloadArtifacts: reader.read('public.download_artifacts'),
    },
    limits: {
      bundleBytes: reader.read('limits.bundle_bytes'),
      manifestBytes: reader.read('limits.manifest_bytes'),
      evidenceBytes: reader.read('limits.evidence_bytes'),
      requestTimeoutSeconds: reader.read('limits.request_timeout'),
    },
    bootstrapAdmin: {
      username: reader.read('bootstrap_admin_username'),
      ...(password !== undefined && { password }),
      email: reader.read('bootstrap_admin_email'),
    },
  };
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value) as unknown[]) {
    if (typeof child === 'object' && child !== null) deepFreeze(child);
  }
  return Object.freeze(value);
}
