import { describe, expect, it } from '@jest/globals';
import { demoEnvironment } from './demo.js';
import { loadConfig } from './load-config.js';

const load = (environment: Readonly<Record<string, string | undefined>>) =>
  loadConfig({ CONFIG_FILE: '/dev/null', ...environment }, { needsSecrets: false });

const FAULT = /demo \(DEMO\) must be false in production \(or set ALLOW_EMBEDDED=true/;

describe('DEMO', () => {
  it('is off unless it is set', () => {
    expect(load({}).demo).toBe(false);
    expect(load({ DEMO: 'true' }).demo).toBe(true);
  });

  it('is refused in production, except for a single small machine', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/hub' };
    expect(() => load({ ...production, DEMO: 'true' })).toThrow(FAULT);
    expect(() => load(production)).not.toThrow(FAULT);
    expect(load({ ...production, DEMO: 'true', ALLOW_EMBEDDED: 'true' }).demo).toBe(true);
  });
});

describe('demoEnvironment', () => {
  it('sets DEMO, and leaves the other variables as they are', () => {
    const environment = demoEnvironment({ PORT: '8090', LOG_LEVEL: 'debug', DEMO: 'false' });
    expect(environment).toEqual({ PORT: '8090', LOG_LEVEL: 'debug', DEMO: 'true' });
  });

  it('is quieter than a server by default', () => {
    expect(load(demoEnvironment({})).logLevel).toBe('warn');
  });
});
