import Docker from 'dockerode';

const docker = new Docker({ socketPath: '/var/run/docker.sock', timeout: 15_000 });
const LABEL = 'mcp.managed=true';

export async function list() {
  const found = await docker.listContainers({ all: true, filters: { label: [LABEL] } });
  return found.map((c) => ({ id: c.Id.slice(0, 12), name: c.Names[0]?.replace(/^\//, ''), state: c.State }));
}

async function managed(id) {
  const match = (await list()).find((c) => c.id === id);
  if (!match) throw new RangeError('no managed container has this id');
  return docker.getContainer(match.id);
}

export async function restart(id) {
  const container = await managed(id);
  await container.restart({ t: 10 });
}

export async function usage(id) {
  const container = await managed(id);
  const s = await container.stats({ stream: false });
  return { memory: Number(s.memory_stats?.usage ?? 0), pids: Number(s.pids_stats?.current ?? 0) };
}
