import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ossSettings, type AppConfig } from './app-config.js';
import { environmentName } from './config-key.js';
import { CONFIG_KEYS } from './config-keys.js';
import { ConfigError } from './config-error.js';
import { loadConfig } from './load-config.js';

const SECRET = 'k9!vX2#pQ7@wL4$zR8%tN1^yB6&mC3*d-e5';
const SIGNING_KEY = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
const DATABASE = 'postgres://hub:hunter2@db.example.com/hub';
const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-hub-config-')));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Variables = Readonly<Record<string, string>>;
const dataDir = (): string => join(folder, 'data');

/** Loads these variables and this file, with a private data directory. */
function load(variables: Variables = {}, yaml?: string): AppConfig {
  const path = join(folder, 'config.yaml');
  if (yaml !== undefined) writeFileSync(path, yaml);
  return loadConfig({ DATA_DIR: dataDir(), ...(yaml !== undefined && { CONFIG_FILE: path }), ...variables });
}

function refusal(variables: Variables, yaml?: string): ConfigError {
  try {
    load(variables, yaml);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

const secretOf = (config: AppConfig): string => ossSettings(config).issuerSecret;
const faultsOf = (variables: Variables, yaml?: string): readonly string[] => refusal(variables, yaml).faults;

describe('an invalid or missing value prevents the start', () => {
  it('reports all faults at once, one per line, with the key and its rule', () => {
    const error = refusal(
      {
        PORT: '70000',
        AUTH_OSS_ISSUER_SECRET: 'short',
        AUTH_OSS_TOKEN_TTL: '0',
        DATABASE_URL: 'mysql://db',
      },
      'public:\n  read_catalog: maybe\nlog_level: loud\nnonsense: 1\n',
    );
    expect([...error.faults].sort()).toEqual([
      'auth.oss.issuer_secret (AUTH_OSS_ISSUER_SECRET) must be at least 32 bytes long',
      'auth.oss.token_ttl (AUTH_OSS_TOKEN_TTL) must be a whole number from 60 to 86400',
      'database_url (DATABASE_URL) must be a URL that begins with postgres:// or postgresql://, special characters percent-encoded',
      expect.stringMatching(/^log_level \(LOG_LEVEL\) must be one of .*info/),
      'nonsense is not a configuration key',
      'port (PORT) must be a whole number from 0 to 65535',
      'public.read_catalog (PUBLIC_READ_CATALOG) must be true or false',
    ]);
    const lines = error.message.split('\n').slice(1);
    expect(lines.map((line) => line.trim())).toEqual(error.faults);
  });

  it('does not touch the data directory', () => {
    refusal({ PORT: 'x' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['is a file', ''],
    ['is below a file', '/data'],
  ])('refuses a data directory that %s', (_what, rest) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(faultsOf({ DATA_DIR: file + rest })).toEqual([
      'data_dir (DATA_DIR) must be a folder, or name one that can be made',
    ]);
  });

  it.each([
    ['BOOTSTRAP_ADMIN_USERNAME', 'not a name', /bootstrap_admin_username .* must be 1 to 64 letters/],
    ['BOOTSTRAP_ADMIN_EMAIL', 'a\tb@example.com', /bootstrap_admin_email .* must be an e-mail address/],
    ['BOOTSTRAP_ADMIN_PASSWORD', 'too short', /bootstrap_admin_password .* must be 12 to 1024 bytes/],
    ['BOOTSTRAP_ADMIN_PASSWORD', 'x'.repeat(1025), /bootstrap_admin_password .* must be 12 to 1024 bytes/],
    ['DATABASE_URL', 'postgres://hub:%ZZ@db.example.com/hub', /database_url .* must be a URL/],
    [
      'REDIS_URL',
      'https://redis.example.com',
      /redis_url .* must be a URL that begins with redis:\/\/ or rediss/,
    ],
    ['REDIS_PREFIX', 'a:b', /redis_prefix .* must be 1 to 64 letters/],
    ['PUBLIC_URL', 'https://hub.example.com/v1', /public_url .* must not have a path of the server’s own/],
    [
      'PUBLIC_URL',
      'https://hub.example.com/Docs/hub',
      /public_url .* must not have a path of the server’s own/,
    ],
  ])('refuses %s=%s', (variable, value, fault) => {
    expect(faultsOf({ [variable]: value })).toEqual([expect.stringMatching(fault)]);
  });

  it('refuses a CONFIG_FILE that does not exist, or cannot be read', () => {
    expect(faultsOf({ CONFIG_FILE: join(folder, 'missing.yaml') })).toEqual([
      'CONFIG_FILE must name an existing file',
    ]);
    expect(faultsOf({ CONFIG_FILE: folder })).toEqual([expect.stringContaining('must be readable YAML')]);
  });

  it.each(['a'.repeat(31), 'ä'.repeat(15)])(
    'refuses the issuer_secret %s: shorter than 32 bytes',
    (secret) => {
      const fault = 'auth.oss.issuer_secret (AUTH_OSS_ISSUER_SECRET) must be at least 32 bytes long';
      expect(faultsOf({ AUTH_OSS_ISSUER_SECRET: secret })).toEqual([fault]);
      expect(faultsOf({}, `auth:\n  oss:\n    issuer_secret: ${secret}\n`)).toEqual([fault]);
    },
  );
});

describe('faults never repeat a value', () => {
  const NOTHING_GENERATED: Variables = {
    AUTH_OSS_ISSUER_SECRET: SECRET,
    HUB_SIGNING_KEY: SIGNING_KEY,
    OUTBOUND_WEBHOOKS_SECRET_KEY: SECRET,
    IDP_DOMAIN: 'idp.example.com',
    IDP_AUDIENCE: 'hub',
  };
  const reported = (variables: Variables, yaml?: string): string => {
    try {
      load(variables, yaml);
      return '';
    } catch (error) {
      return error instanceof Error ? `${error.message} ${error.stack ?? ''} ${JSON.stringify(error)}` : '';
    }
  };

  it('of any key, from a variable or from a file', () => {
    let refused = 0;
    for (const name of Object.keys(CONFIG_KEYS)) {
      // The folder named by the canary must not be written to.
      const { [environmentName(name)]: _canary, ...secret } = NOTHING_GENERATED;
      for (const value of ['hunter2', 'http//hunter2\u2028']) {
        const messages = [
          reported({ ...secret, [environmentName(name)]: value }),
          reported(secret, `${name}: "${value}"`),
        ];
        for (const message of messages) {
          if (message !== '') refused += 1;
          expect(message).not.toContain('hunter2');
        }
      }
    }
    expect(refused).toBeGreaterThan(40);
    expect(readdirSync('.').filter((name) => name.startsWith('h'))).toEqual([]);
  });
});

describe('NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production', HUB_SIGNING_KEY: SIGNING_KEY };
  const noDatabase = expect.stringMatching(/^database_url \(DATABASE_URL\) must be set in production/);
  const noSecret = expect.stringMatching(
    /^auth\.oss\.issuer_secret \(AUTH_OSS_ISSUER_SECRET\) must be set in prod/,
  );

  it.each([
    ['neither a database nor a secret', {}, [noDatabase, noSecret]],
    ['no secret', { DATABASE_URL: DATABASE }, [noSecret]],
    ['no database', { AUTH_OSS_ISSUER_SECRET: SECRET }, [noDatabase]],
    ['empty variables', { DATABASE_URL: '', AUTH_OSS_ISSUER_SECRET: '' }, [noDatabase, noSecret]],
    ['ALLOW_EMBEDDED=false', { ALLOW_EMBEDDED: 'false' }, [noDatabase, noSecret]],
  ])('refuses to start with %s', (_what, variables, faults) => {
    expect(faultsOf({ ...production, ...variables })).toEqual(faults);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports one fault of an invalid key', () => {
    expect(faultsOf({ ...production, DATABASE_URL: 'mysql://db', AUTH_OSS_ISSUER_SECRET: 'short' })).toEqual([
      expect.stringContaining('must be a URL that begins with postgres://'),
      expect.stringContaining('must be at least 32 bytes'),
    ]);
  });

  it('starts with both, and generates nothing', () => {
    const config = load({ ...production, DATABASE_URL: DATABASE, AUTH_OSS_ISSUER_SECRET: SECRET });
    expect(config).toMatchObject({
      database: { url: DATABASE, poolSize: 10 },
      auth: { issuerSecret: SECRET },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a variable', { ALLOW_EMBEDDED: 'true' }, undefined],
    ['the file', {}, 'allow_embedded: true\n'],
  ])('starts on a single small machine with %s', (_what, variables, yaml) => {
    const config = load({ ...production, ...variables }, yaml);
    expect(config.database).toEqual({ poolSize: 1, migrate: true, waitSeconds: 60 });
    expect(Buffer.byteLength(secretOf(config))).toBeGreaterThanOrEqual(32);
  });

  it('is not implied by other values of NODE_ENV', () => {
    for (const value of ['development', 'test', 'Production', '']) {
      expect(load({ NODE_ENV: value }).database).toEqual({ poolSize: 1, migrate: true, waitSeconds: 60 });
    }
  });
});

describe('sources of values', () => {
  it('uses the documented defaults', () => {
    const config = load();
    expect(config).toEqual({
      logLevel: 'info',
      http: { host: '127.0.0.1', port: 8080, publicUrl: 'http://localhost:8080', trustProxy: [] },
      dataDir: dataDir(),
      processRole: 'all',
      shutdownDrainSeconds: 0,
      signedDecisions: { askAgainSeconds: 900, validMs: 86_400_000 },
      readOnly: false,
      demo: false,
      reports: { browserSandbox: true },
      storage: { type: 'filesystem' },
      database: { poolSize: 1, migrate: true, waitSeconds: 60 },
      auth: {
        mode: 'oss',
        issuer: 'registry-oss',
        audience: 'registry',
        issuerSecret: expect.any(String),
        tokenTtl: 3600,
        enableBasic: false,
      },
      registryClient: {},
      uploadUrlKey: expect.stringMatching(/^[\w-]{43}$/),
      idp: {
        issuer: 'http://localhost:8080/oidc',
        audience: 'http://localhost:8080',
        client: {
          id: 'mcp-hub',
          secret: expect.any(String),
          callbackUrl: 'http://localhost:8080/auth/callback',
          sessionSecret: expect.any(String),
        },
        builtInKey: expect.any(String),
      },
      platformAdminEmails: [],
      rateLimits: { anonymous: 15, free: 30, pro: 300, enterprise: 5000, organizationFactor: 5, grc: 100 },
      serviceTokens: { maxDays: 1095 },
      webhookSecrets: {},
      outboundWebhooks: { secretKey: expect.stringMatching(/^[\w-]{43}$/), trustedOrigins: [] },
      advisoryAddresses: [],
      public: { readCatalog: false, downloadArtifacts: false },
      defaultVisibility: 'private',
      limits: {
        bundleBytes: 104_857_600,
        manifestBytes: 10_485_760,
        evidenceBytes: 52_428_800,
        requestTimeoutSeconds: 30,
      },
      signing: { key: expect.objectContaining({ crv: 'Ed25519' }), oldKeys: [] },
      analysis: {
        concurrency: 1,
        intervalHours: 24,
        timeoutSeconds: 150,
        memoryMb: 1024,
        sourceHosts: ['github.com', 'gitlab.com', 'bitbucket.org'],
      },
      bootstrapAdmin: { username: 'admin', email: 'admin@localhost' },
    });
  });

  it('takes the address of the registry and a service token', () => {
    const { registryClient } = load({
      REGISTRY_URL: 'https://registry.example.com/',
      REGISTRY_SERVICE_TOKEN: 'a.b.c',
    });
    expect(registryClient).toEqual({ url: 'https://registry.example.com', serviceToken: 'a.b.c' });
    expect(() => load({ REGISTRY_URL: 'ftp://registry' })).toThrow(/registry_url/);
  });

  const YAML = `
port: 9090
public_url: https://hub.example.com/registry/
trust_proxy: 10.0.0.0/8, ::1
auth:
  oss:
    issuer: file
    enable_basic: true
public:
  read_catalog: true
limits:
  bundle_bytes: 1000
`;

  it('reads the nested keys of a YAML file', () => {
    expect(load({}, YAML)).toMatchObject({
      http: { port: 9090, publicUrl: 'https://hub.example.com/registry', trustProxy: ['10.0.0.0/8', '::1'] },
      auth: { issuer: 'file', audience: 'registry', enableBasic: true },
      public: { readCatalog: true, downloadArtifacts: false },
      limits: { bundleBytes: 1000 },
    });
  });

  it('lets an environment variable override each, unless it is empty', () => {
    const config = load(
      { PORT: '7070', AUTH_OSS_ISSUER: 'variable', AUTH_OSS_ENABLE_BASIC: 'false', LIMITS_BUNDLE_BYTES: '' },
      YAML,
    );
    expect(config).toMatchObject({
      http: { port: 7070 },
      auth: { issuer: 'variable', enableBasic: false },
      public: { readCatalog: true },
      limits: { bundleBytes: 1000 },
    });
  });

  it('derives names of variables in upper case with underscores', () => {
    expect(environmentName('auth.oss.issuer_secret')).toBe('AUTH_OSS_ISSUER_SECRET');
    const names = Object.keys(CONFIG_KEYS).map(environmentName);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no Redis unless configured', () => {
    expect(load().redis).toBeUndefined();
    expect(load({ REDIS_URL: 'rediss://:secret@redis.example.com:6380/1' }).redis).toEqual({
      url: 'rediss://:secret@redis.example.com:6380/1',
      prefix: 'mcp-hub',
    });
  });

  it('uses the port in the default of public_url', () => {
    expect(load({ PORT: '7070' }).http.publicUrl).toBe('http://localhost:7070');
  });

  it.each([
    ['nothing', ''],
    ['comments', '# port: 1\n'],
    ['a key without a value', 'port:\n'],
  ])('uses the defaults for a file with %s', (_what, yaml) => {
    expect(load({}, yaml).http.port).toBe(8080);
  });

  it('reads ./config.yaml if CONFIG_FILE is unset or empty', () => {
    writeFileSync(join(folder, 'config.yaml'), 'port: 6060\ndata_dir: ./here\n');
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(loadConfig({})).toMatchObject({ http: { port: 6060 }, dataDir: join(folder, 'here') });
      expect(loadConfig({ CONFIG_FILE: '' }).http.port).toBe(6060);
    } finally {
      process.chdir(before);
    }
  });
});

describe('the configuration', () => {
  it('is deeply frozen', () => {
    const open: string[] = [];
    const check = (value: object, path: string): void => {
      if (!Object.isFrozen(value)) open.push(path);
      for (const [key, child] of Object.entries(value) as [string, unknown][]) {
        if (typeof child === 'object' && child !== null) check(child, `${path}.${key}`);
      }
    };
    const config = load({ DATABASE_URL: DATABASE, BOOTSTRAP_ADMIN_PASSWORD: 'a long password' });
    check(config, 'config');
    expect(open).toEqual([]);
    expect(() => Object.assign(config.auth, { issuerSecret: '' })).toThrow(TypeError);
  });
});
