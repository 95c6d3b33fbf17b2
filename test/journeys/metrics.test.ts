import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerHome } from '../support/server-home.js';

let home: ServerHome;
beforeEach(async () => {
  home = await ServerHome.open();
});
afterEach(() => home.close());

/** Metrics of prom-client. */
const FOREIGN = /^(process|nodejs)_/;

/** Metrics that exist only with Redis, or are not shown before they are set. */
const NOT_ALWAYS = ['redis_connected', 'mcp_hub_job_last_success_timestamp_seconds'];

interface Shown {
  readonly names: Set<string>;
  readonly text: string;
}

async function metricsOf(output: string): Promise<Shown> {
  const [, url = ''] = /metrics at (\S+)/.exec(output) ?? [];
  const text = await (await fetch(url)).text();
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  return { names: new Set(names.filter((name) => !FOREIGN.test(name))), text };
}

const labelsOf = ({ text }: Shown, metric: string, label: string): string[] => [
  ...new Set(
    [...text.matchAll(new RegExp(`^${metric}\\{[^}]*${label}="([^"]+)"`, 'gm'))].map(
      ([, value = '']) => value,
    ),
  ),
];

describe('the metrics of a server', () => {
  it('are those of docs/operations.md, with its jobs and queues', async () => {
    const server = await home.start({ METRICS_PORT: '0' });
    const shown = await metricsOf(server.output);
    const guide = await readFile('docs/operations.md', 'utf8');
    const documented = new Set(
      [...guide.matchAll(/^\| `((?:mcp_hub|http|database|redis|clock)_\w+)/gm)].map(([, name = '']) => name),
    );
    expect([...shown.names].filter((name) => !documented.has(name))).toEqual([]);
    const missing = [...documented].filter((name) => !shown.names.has(name));
    expect(missing.filter((name) => !NOT_ALWAYS.includes(name))).toEqual([]);

    const jobs = labelsOf(shown, 'mcp_hub_job_scheduled_timestamp_seconds', 'job');
    expect(jobs.length).toBeGreaterThan(15);
    expect(jobs).toEqual(labelsOf(shown, 'mcp_hub_job_runs_total', 'job'));
    expect(jobs).toEqual(labelsOf(shown, 'mcp_hub_job_interval_seconds', 'job'));
    expect(jobs.filter((job) => !guide.includes(`\`${job}\``))).toEqual([]);

    const queues = labelsOf(shown, 'mcp_hub_queue_items', 'queue');
    expect(queues).toContain('mails');
    expect(queues.filter((queue) => !guide.includes(`\`${queue}\``))).toEqual([]);
    expect(shown.text).toMatch(/^database_connections_max [1-9]/m);
  });
});
