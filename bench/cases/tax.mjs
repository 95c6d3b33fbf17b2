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

const STAGES = 'authentication, access, rate and audit context';

export const about = 'what the hub adds to a request, against handlers without it';

/** @param bar in microseconds; undefined when it includes the database's own work, which runs in the same process */
const on = (engine, options, databaseUrl, bar) =>
  withScratch(async (scratch) => {
    const hub = await startHub({ dist: options.dist, folder: join(scratch.folder, 'hub'), databaseUrl });
    scratch.defer(() => hub.stop());
    // Its response never changes.
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
        edge: { server: hub.server, next: () => ({ path: '/healthz' }) },
        floor: { server: floor, next: () => ({ path, headers: hub.token }) },
      },
      { ...options, warmUpSeconds: WARM_UP_SECONDS },
    );
    const tax = (what, cost, peerName, peer, bar) =>
      row({
        name: `${what}, ${engine}`,
        measured: title('GET roles of an organization', cost),
        against: title(peerName, peer),
        value: (cost.cpuSeconds - peer.cpuSeconds) * 1e6,
        bar,
        unit: ' µs',
      });
    return Object.entries({ 'service token': costs.token, JWT: costs.jwt }).flatMap(([kind, cost]) => [
      tax(`${STAGES} of a request with a ${kind}`, cost, 'GET /healthz, which has none', costs.edge, bar),
      tax(`all of a request with a ${kind}`, cost, 'a Nest handler alone', costs.floor, bar),
    ]);
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) =>
    on(engine, options, url, url === undefined ? undefined : BAR_MICROSECONDS),
  ),
});
