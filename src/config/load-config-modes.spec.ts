import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { AppConfig } from './app-config.js';
import { ConfigError } from './config-error.js';
import { loadConfig } from './load-config.js';

const DATABASE = 'postgres://hub:hunter2@db.example.com/hub';

const root = mkdtempSync(join(tmpdir(), 'mcp-hub-config-'));
const dataDir = join(root, 'data');
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Variables = Readonly<Record<string, string>>;

const load = (variables: Variables): AppConfig =>
  loadConfig({ CONFIG_FILE: '/dev/null', DATA_DIR: dataDir, ...variables });

function faultsOf(variables: Variables): readonly string[] {
  try {
    load(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('auth.mode=enterprise', () => {
  const provider = {
    AUTH_ENTERPRISE_JWKS_URL: 'https://idp.example.com/.well-known/jwks.json',
    AUTH_ENTERPRISE_ISSUER: 'https://idp.example.com/',
    AUTH_ENTERPRISE_AUDIENCE: 'registry',
  };

  it('refuses to start without its settings, and reports each', () => {
    expect(faultsOf({ AUTH_MODE: 'enterprise' })).toEqual(
      ['jwks_url', 'issuer', 'audience'].map((name) =>
        expect.stringMatching(
          new RegExp(`^auth\\.enterprise\\.${name} .* must be set with auth.mode enterprise$`),
        ),
      ),
    );
  });

  it.each(['ftp://idp.example.com/jwks', 'idp.example.com', 'file:///jwks.json'])(
    'refuses %s as the URL of the keys',
    (url) => {
      expect(faultsOf({ AUTH_MODE: 'enterprise', ...provider, AUTH_ENTERPRISE_JWKS_URL: url })).toEqual([
        expect.stringMatching(/^auth\.enterprise\.jwks_url .* must be a URL that begins with https:/),
      ]);
    },
  );

  const production = {
    AUTH_MODE: 'enterprise',
    ...provider,
    NODE_ENV: 'production',
    DATABASE_URL: DATABASE,
  };

  it('refuses to start in production without a signing key', () => {
    expect(faultsOf(production)).toEqual([
      expect.stringMatching(/^hub_signing_key \(HUB_SIGNING_KEY\) must be set in production/),
    ]);
  });

  it('keeps the exact issuer, and generates no secret', () => {
    const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    const { auth } = load({ ...production, HUB_SIGNING_KEY: JSON.stringify(key) });
    expect(auth).toEqual({
      mode: 'enterprise',
      jwksUrl: 'https://idp.example.com/.well-known/jwks.json',
      issuer: 'https://idp.example.com/',
      audience: 'registry',
    });
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('mails', () => {
  const smtp = { SMTP_URL: 'smtp://hub:secret@mail.example.com', SMTP_FROM: 'The hub <hub@example.com>' };

  it('are sent through SMTP_URL from SMTP_FROM, and not at all without these', () => {
    expect(load(smtp).smtp).toEqual({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      username: 'hub',
      password: 'secret',
      from: { name: 'The hub', address: 'hub@example.com' },
    });
    expect(load({ SMTP_FROM: smtp.SMTP_FROM }).smtp).toBeUndefined();
  });

  it('are from somebody', () => {
    expect(faultsOf({ SMTP_URL: smtp.SMTP_URL })).toEqual([
      'smtp_from (SMTP_FROM) must be set with smtp_url',
    ]);
  });
});

describe('storage.type=s3', () => {
  const store = { STORAGE_TYPE: 's3', STORAGE_S3_BUCKET: 'artifacts' };

  it('needs a bucket, and a key with its secret', () => {
    expect(faultsOf({ STORAGE_TYPE: 's3', STORAGE_S3_ACCESS_KEY_ID: 'key' })).toEqual([
      expect.stringMatching(/^storage\.s3\.bucket .* must be set with storage.type s3$/),
      expect.stringMatching(/^storage\.s3\.secret_access_key .* must be set with storage.s3.access_key_id$/),
    ]);
    expect(faultsOf({ ...store, STORAGE_S3_SECRET_ACCESS_KEY: 'secret' })).toEqual([
      expect.stringMatching(/^storage\.s3\.access_key_id .* must be set with storage.s3.secret_access_key$/),
    ]);
  });

  it('refuses a store under the host name of the registry, to which clients would send their credentials', () => {
    const fault = (key: string) => [
      expect.stringMatching(new RegExp(`^${key} .* must name another host than public_url`)),
    ];
    const here = { ...store, PUBLIC_URL: 'https://hub.example.com/registry' };
    const endpoint = { ...here, STORAGE_S3_ENDPOINT: 'https://hub.example.com:9000' };
    expect(faultsOf(endpoint)).toEqual(fault('storage\\.s3\\.endpoint'));
    expect(faultsOf({ ...here, STORAGE_S3_PUBLIC_ENDPOINT: 'https://HUB.example.com/store' })).toEqual(
      fault('storage\\.s3\\.public_endpoint'),
    );
    expect(faultsOf({ ...store, STORAGE_S3_ENDPOINT: 'http://localhost:9000' })).toEqual(
      fault('storage\\.s3\\.endpoint'),
    );
    expect(load({ ...endpoint, STORAGE_PRESIGN_ENABLED: 'false' }).storage).toMatchObject({ type: 's3' });
    expect(
      load({ ...endpoint, STORAGE_S3_PUBLIC_ENDPOINT: 'https://objects.example.com' }).storage,
    ).toMatchObject({ type: 's3' });
  });

  it('uses the role of the machine without keys, and presigns for fifteen minutes', () => {
    expect(load(store).storage).toEqual({
      type: 's3',
      bucket: 'artifacts',
      region: 'us-east-1',
      forcePathStyle: false,
      presign: { enabled: true, expiresIn: 900 },
    });
  });
});
