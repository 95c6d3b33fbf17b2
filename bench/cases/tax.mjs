import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { startHub } from '../lib/hub.mjs';
import { send } from '../lib/load.mjs';
import { row, title } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { ServerProcess } from '../lib/server-process.mjs';

const BAR_MICROSECONDS = 120;
const WARM_UP_SECONDS = 15;
const FLOOR = fileURLToPath(new URL('../servers/nest.mjs', import.meta.url));

export const about = 'what the hub adds to a request, against a bare Nest handler';

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const hub = await startHub({ dist: options.dist, folder: join(scratch.folder, 'hub'), databaseUrl });
    scratch.defer(() => hub.stop());
    // Its answer is always the same: what it costs more than the floor is authentication, access, rate and origin.
    const path = `/api/v1/orgs/${hub.orgId}/roles`;
    const { body } = await send(hub.server.origin, { path, headers: hub.token });
    const floor = await ServerProcess.start({
      name: 'bare Nest handler',
      args: [FLOOR],
      env: { ANSWER: body },
      ready: /listens on (\S+)/,
    });
    scratch.defer(() => floor.stop());
    const costs = await compare(
      {
        token: { server: hub.server, next: () => ({ path, headers: hub.token }) },
        jwt: { server: hub.server, next: () => ({ path, headers: hub.jwt }) },
        floor: { server: floor, next: () => ({ path, headers: hub.token }) },
      },
      { ...options, warmUpSeconds: WARM_UP_SECONDS },
    );
    const tax = (name, cost) =>
      row({
        name: `what the hub adds to a request with a ${name}, ${engine}`,
        measured: title('GET roles of an organization', cost),
        against: title('bare Nest handler', costs.floor),
        value: (cost.cpuSeconds - costs.floor.cpuSeconds) * 1e6,
        bar: BAR_MICROSECONDS,
        unit: ' µs',
      });
    return [tax('service token', costs.token), tax('JWT', costs.jwt)];
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
