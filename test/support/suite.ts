import { setTimeout as wait } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import { HubActors, HubIdp } from './hub-actors.js';
import { startTestApp, type TestApp } from './test-app.js';

type Settings = Readonly<Record<string, string>>;

// The timeout of a hook (runner/globals.mjs), which does not apply during the import of a file.
const LONGEST_START_MS = 300_000;

/** @throws when a start hangs */
const bounded = <T>(start: Promise<T>): Promise<T> =>
  Promise.race([
    start,
    wait(LONGEST_START_MS, undefined, { ref: false }).then(() => {
      throw new Error('the product did not start');
    }),
  ]);

/**
 * Starts the product for all tests of a file, and stops it afterward: `const t = await useTestApp();` at the top. `settings`
 * override the tests' environment variables.
 */
export async function useTestApp(settings: Settings = {}): Promise<TestApp> {
  const t = await bounded(startTestApp(settings));
  afterAll(() => t.close());
  return t;
}

/** The product with an identity provider, and the users of the hub. */
export interface Hub {
  readonly idp: HubIdp;
  readonly t: TestApp;
  readonly actors: HubActors;
}

/** The same with an identity provider: `const { t, actors } = await useHub();`. */
export async function useHub(settings: Settings = {}): Promise<Hub> {
  const idp = await HubIdp.start();
  const t = await useTestApp({ ...idp.settings, ...settings });
  afterAll(() => idp.close());
  return { idp, t, actors: new HubActors(t, idp) };
}
