import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Balancer } from '../support/balancer.js';
import { Browser, type Visit } from '../support/browser.js';
import { PASSWORD } from '../support/credentials.js';
import { freePort } from '../support/ports.js';
import { ServerHome } from '../support/server-home.js';
import { eventually } from '../support/stored-artifacts.js';

// The built-in provider on two servers that share nothing but the database and their settings.
let home: ServerHome;
let balancer: Balancer;
beforeAll(async () => {
  const ports = [await freePort(), await freePort()];
  balancer = await Balancer.start(ports);
  home = await ServerHome.open({
    PUBLIC_URL: balancer.url,
    SESSION_SECRET: randomBytes(32).toString('base64'),
    BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
  });
  for (const port of ports) {
    await home.start({ PORT: String(port), DATA_DIR: join(home.dataDir, String(port)) });
  }
  await eventually(() => Promise.resolve(ports.every((port) => balancer.uses(port))));
});
afterAll(async () => {
  balancer.close();
  await home.close();
});

const signIn = async (browser: Browser, password: string): Promise<Visit> => {
  const me = encodeURIComponent('/api/v1/me');
  const page = await browser.open(`${balancer.url}/auth/login?return_to=${me}`);
  return browser.submit(page, { username: 'admin', password });
};

describe('a sign-in whose requests reach two servers in turn', () => {
  it.each([0, 1])('goes on at the other one, beginning at server %i', async (first) => {
    const browser = new Browser();
    for (let asked = 0; asked < first; asked += 1) await browser.visit(`${balancer.url}/healthz`);
    const refused = await signIn(new Browser(), 'wrong password');
    expect(refused.status).toBe(401);
    const page = await signIn(browser, PASSWORD);
    expect([page.status, page.url]).toEqual([200, `${balancer.url}/api/v1/me`]);
    for (let asked = 0; asked < 2; asked += 1) {
      expect((await browser.visit(`${balancer.url}/api/v1/me`)).status).toBe(200);
    }
  });
});
