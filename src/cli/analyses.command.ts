import { setTimeout as wait } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { badRequest } from '../common/errors/api-error.js';
import { canonicalUuid, isUuid } from '../common/values/uuid.js';
import { analysisJobView } from '../hub/administration/analysis-administration/analysis-job.mapper.js';
import type { AnalysisJobRow } from '../hub/administration/analysis-administration/analysis-jobs.read-model.js';
import { OperatorAnalyses } from '../hub/administration/analysis-administration/operator-analyses.service.js';
import { ANALYSIS_STATUSES, type AnalysisStatus } from '../hub/catalog/intake/analysis-values.js';
import { withServices } from './command-context.js';
import { jsonOption, printList, printResult, type OutputOptions } from './json-output.js';
import { row } from './print.js';
import { READS, records } from './recording.js';

const MAX_LISTED = 1000;
const POLL_MS = 1_000;

interface ListOptions extends OutputOptions {
  readonly status?: AnalysisStatus;
}
interface FollowOptions extends OutputOptions {
  readonly follow?: boolean;
}

const lineOf = (job: AnalysisJobRow): string =>
  row([
    job.id,
    job.status,
    job.mcpName,
    job.visibleVersion,
    job.phase ?? job.failureReason ?? job.reason,
    job.createdAt.toISOString(),
  ]);

function requireId(what: string, text: string): string {
  const id = canonicalUuid(text);
  if (!isUuid(id)) throw badRequest(what, 'must be an id, a UUID');
  return id;
}

/** Services are opened for a moment only: a running server lends its embedded database, and waits meanwhile. */
async function ask<T>(work: (analyses: OperatorAnalyses) => Promise<T>): Promise<T> {
  const answers: T[] = [];
  await withServices(async (services) => {
    answers.push(await work(services.get(OperatorAnalyses)));
  });
  const [answer] = answers;
  return answer as T;
}

const list = async ({ status, ...options }: ListOptions): Promise<void> => {
  const selection = { status, mcpId: undefined, limit: MAX_LISTED, offset: 0 };
  const jobs = await ask((analyses) => analyses.list(selection));
  await printList(options, jobs, { value: analysisJobView, line: lineOf });
};

/** Prints a line for each phase until the job has ended. */
async function followed(job: AnalysisJobRow): Promise<AnalysisJobRow> {
  let shown: string | undefined;
  let now = job;
  for (;;) {
    const phase = now.phase ?? now.status.toLowerCase();
    if (phase !== shown) process.stderr.write(`${phase} …\n`);
    shown = phase;
    if (now.status === 'SUCCEEDED' || now.status === 'FAILED') return now;
    await wait(POLL_MS);
    now = await ask((analyses) => analyses.get(job.id));
  }
}

async function start(
  queue: (analyses: OperatorAnalyses) => Promise<AnalysisJobRow>,
  { follow = false, ...options }: FollowOptions,
): Promise<void> {
  const queued = await ask(queue);
  const job = follow ? await followed(queued) : queued;
  printResult(options, analysisJobView(job), [lineOf(job)]);
  if (job.status === 'FAILED') process.exitCode = 1;
}

const followOption = (): Option => new Option('--follow', 'print each phase, and wait for the end');

/** Defines `analyses …`: analyses, which a running server or worker does. */
export function defineAnalyses(analyses: Command): void {
  records(analyses.command('list'), READS)
    .description(`list the last ${MAX_LISTED} analyses, newest first`)
    .addOption(new Option('--status <status>', 'only those with this status').choices(ANALYSIS_STATUSES))
    .addOption(jsonOption())
    .action(list);

  records(analyses.command('run <mcp>'), { records: ['analysis.requested'] })
    .description('analyze the newest version of an MCP again, by the id of the MCP')
    .addOption(followOption())
    .addOption(jsonOption())
    .action((mcp: string, options: FollowOptions) =>
      start((service) => service.run(requireId('mcp', mcp)), options),
    );

  records(analyses.command('retry <job>'), { records: ['analysis.requested'] })
    .description('analyze the version of an analysis again, by the id of the analysis')
    .addOption(followOption())
    .addOption(jsonOption())
    .action((job: string, options: FollowOptions) =>
      start((service) => service.retry(requireId('job', job)), options),
    );
}
