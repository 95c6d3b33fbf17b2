import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { AppConfig } from './app-config.js';
import { ConfigError } from './config-error.js';
import { loadConfig } from './load-config.js';

const root = mkdtempSync(join(tmpdir(), 'mcp-hub-config-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Variables = Readonly<Record<string, string>>;

const SECRET = 'k9!vX2#pQ7@wL4$zR8%tN1^yB6&mC3*d-e5';
const IDP = { IDP_DOMAIN: 'Tenant.eu.idp.example.com', IDP_AUDIENCE: 'https://hub.example.com/api' };
const CLIENT = { ...IDP, IDP_CLIENT_ID: 'hub', IDP_CLIENT_SECRET: 'quiet', SESSION_SECRET: SECRET };
const SIGNING = {
  HUB_SIGNING_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
};
const PRODUCTION = {
  ...SIGNING,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://hub:hunter2@db.example.com/hub',
  AUTH_OSS_ISSUER_SECRET: SECRET,
};
const ENTERPRISE = {
  AUTH_MODE: 'enterprise',
  AUTH_ENTERPRISE_JWKS_URL: 'https://idp.example.com/jwks.json',
  AUTH_ENTERPRISE_ISSUER: 'https://idp.example.com/',
  AUTH_ENTERPRISE_AUDIENCE: 'registry',
};

const load = (variables: Variables, dataDir = join(root, 'data')): AppConfig =>
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

const fault = (text: string): unknown => expect.stringMatching(new RegExp(text));

describe('public_url with plain HTTP', () => {
  const FAULT =
    /^public_url \(PUBLIC_URL\) must begin with https:\/\/ .*ALLOW_INSECURE_HTTP=true accepts http:/;

  it.each(['http://192.168.1.20:8080', 'http://hub.lan', 'http://localhost.example.com', 'http://[fe80::1]'])(
    'is refused in one line for sign-ins from other machines, unless that is allowed: %s',
    (url) => {
      expect(faultsOf({ PUBLIC_URL: url })).toEqual([expect.stringMatching(FAULT)]);
      expect(faultsOf({ ...CLIENT, PUBLIC_URL: url })).toEqual([expect.stringMatching(FAULT)]);
      expect(load({ PUBLIC_URL: url, ALLOW_INSECURE_HTTP: 'true' }).http.publicUrl).toBe(url);
    },
  );

  it.each([
    'http://localhost:8080',
    'http://hub.localhost',
    'http://127.0.0.1:8080/tools',
    'http://127.1.2.3',
    'http://[::1]:8080',
  ])('is accepted on the machine itself: %s', (url) => {
    expect(load({ PUBLIC_URL: url }).http.publicUrl).toBe(url);
  });

  it('is accepted where nobody signs in with a browser', () => {
    expect(load({ ...ENTERPRISE, ...IDP, PUBLIC_URL: 'http://hub.lan' }).http.publicUrl).toBe(
      'http://hub.lan',
    );
  });
});

describe('the identity provider of the hub', () => {
  it('is configured by its host, which gives an issuer with a trailing slash, or by its exact issuer', () => {
    expect(load(IDP).idp).toEqual({
      issuer: 'https://tenant.eu.idp.example.com/',
      audience: 'https://hub.example.com/api',
    });
    for (const issuer of ['http://127.0.0.1:9000/realm', 'https://idp.example.com/realms/hub/']) {
      expect(load({ ...IDP, IDP_DOMAIN: issuer }).idp?.issuer).toBe(issuer);
    }
  });

  it('requires an audience, and the settings of the client require it', () => {
    expect(faultsOf({ IDP_DOMAIN: IDP.IDP_DOMAIN })).toEqual([
      fault('^idp\\.audience .* must be set with idp.domain$'),
    ]);
    expect(faultsOf({ ...ENTERPRISE, IDP_AUDIENCE: IDP.IDP_AUDIENCE })).toEqual([
      fault('^idp\\.domain .* must be set with idp.audience$'),
    ]);
    expect(faultsOf({ IDP_CLIENT_ID: 'hub', IDP_CLIENT_SECRET: 'quiet' })).toEqual([
      fault('^idp\\.domain .* must be set with idp.client_id$'),
    ]);
    expect(faultsOf({ ...IDP, IDP_CLIENT_ID: 'hub' })).toEqual([
      fault('^idp\\.client_secret .* must be set with idp.client_id$'),
    ]);
    expect(faultsOf({ ...IDP, IDP_CLIENT_SECRET: 'quiet' })).toEqual([
      fault('^idp\\.client_id .* must be set with idp.client_secret$'),
    ]);
  });

  it('requires different audiences for ID tokens and access tokens', () => {
    expect(faultsOf({ ...CLIENT, IDP_AUDIENCE: 'hub' })).toEqual([
      fault('^idp\\.audience .* must not be the client id'),
    ]);
    expect(faultsOf({ IDP_AUDIENCE: 'mcp-hub' })).toEqual([
      fault('^idp\\.audience .* must not be the client id'),
    ]);
  });

  it.each(['-a.example.com', 'a b', 'https://user:secret@idp.example.com', 'ftp://idp.example.com'])(
    'is not %s',
    (domain) => {
      expect(faultsOf({ ...IDP, IDP_DOMAIN: domain })).toContainEqual(
        fault('^idp\\.domain .* must be a host name, or a URL without user and password$'),
      );
    },
  );

  it('accepts addresses of administrators in any case', () => {
    expect(
      load({ ...IDP, PLATFORM_ADMIN_EMAILS: 'Root@example.com, b@example.com' }).platformAdminEmails,
    ).toEqual(['root@example.com', 'b@example.com']);
    expect(faultsOf({ PLATFORM_ADMIN_EMAILS: 'root' })).toEqual([
      fault('must be e-mail addresses, separated by commas$'),
    ]);
  });
});

describe('sign-in with a browser', () => {
  it('redirects exactly to the public URL', () => {
    const callback = (variables: Variables): unknown =>
      load({ ...CLIENT, ...variables }).idp?.client?.callbackUrl;
    const PUBLIC_URL = 'https://hub.example.com/tools';
    expect(callback({ PUBLIC_URL })).toBe(`${PUBLIC_URL}/auth/callback`);
    expect(callback({ PUBLIC_URL, IDP_CALLBACK_URL: `${PUBLIC_URL}/auth/callback` })).toBe(
      `${PUBLIC_URL}/auth/callback`,
    );
    expect(callback({ IDP_CALLBACK_URL: 'https://hub.example.com/auth/callback' })).toBe(
      'https://hub.example.com/auth/callback',
    );
  });

  it.each([
    ['https://hub.example.com/auth/callback/', /must end in \/auth\/callback, without a slash$/],
    ['https://hub.example.com/auth/callback?x=1', /must be a URL without user, query and fragment$/],
    ['hub.example.com/auth/callback', /must be a URL that begins with https/],
    ['http://hub.example.com/auth/callback', /must be <public_url>\/auth\/callback, exactly$/],
    ['https://other.example.com/auth/callback', /must be <public_url>\/auth\/callback, exactly$/],
  ])('does not redirect to %s', (url, rule) => {
    const settings = { ...CLIENT, PUBLIC_URL: 'https://hub.example.com', IDP_CALLBACK_URL: url };
    expect(faultsOf(settings)).toEqual([expect.stringMatching(rule)]);
  });

  it('requires a session secret of 32 bytes in production', () => {
    const { SESSION_SECRET: _none, ...client } = CLIENT;
    expect(faultsOf({ ...PRODUCTION, ...client })).toEqual([
      fault('^session_secret .* must be set in production'),
    ]);
    expect(faultsOf({ ...CLIENT, SESSION_SECRET: 'short' })).toEqual([
      fault('^session_secret .* must be at least 32 bytes long$'),
    ]);
    expect(load({ ...PRODUCTION, ...CLIENT }).idp?.client?.sessionSecret).toBe(SECRET);
    expect(load({ ...PRODUCTION, ...IDP }).idp?.client).toBeUndefined();
  });

  it('generates a persistent one otherwise', () => {
    const { SESSION_SECRET: _none, ...client } = CLIENT;
    const dataDir = join(root, 'generated');
    const secretOf = (): string => load(client, dataDir).idp?.client?.sessionSecret ?? '';
    expect(Buffer.from(secretOf(), 'base64url')).toHaveLength(32);
    expect(secretOf()).toBe(secretOf());
  });
});

describe('the built-in provider', () => {
  it('is the default in oss mode', () => {
    const { idp } = load({ PUBLIC_URL: 'https://hub.example.com/tools' });
    expect(idp).toMatchObject({
      issuer: 'https://hub.example.com/tools/oidc',
      audience: 'https://hub.example.com/tools',
    });
    expect(Buffer.from(idp?.builtInKey ?? '', 'base64url')).toHaveLength(32);
    expect(load({ IDP_AUDIENCE: 'api' }).idp?.audience).toBe('api');
  });

  it.each<[string, Variables]>([
    ['with another one', IDP],
    ['in enterprise mode', ENTERPRISE],
    ['in production', PRODUCTION],
  ])('is off %s, and has no key', (what, variables) => {
    const dataDir = join(root, what);
    const { idp, platformAdminEmails } = load(
      {
        AUTH_OSS_ISSUER_SECRET: SECRET,
        OUTBOUND_WEBHOOKS_SECRET_KEY: SECRET,
        ...SIGNING,
        ...variables,
      },
      dataDir,
    );
    expect(idp?.builtInKey).toBeUndefined();
    expect(platformAdminEmails).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is on in production with ALLOW_EMBEDDED', () => {
    expect(load({ ...PRODUCTION, ALLOW_EMBEDDED: 'true' }).idp?.builtInKey).toBeDefined();
  });

  it('gives no role for the address of the first administrator, which is an account', () => {
    const variables = {
      BOOTSTRAP_ADMIN_EMAIL: 'Boss@example.com',
      PLATFORM_ADMIN_EMAILS: 'root@example.com',
    };
    expect(load(variables).platformAdminEmails).toEqual(['root@example.com']);
  });
});
