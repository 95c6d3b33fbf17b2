import { exitCodeOf, EXIT, failsOn, type AnalysisReport } from '@mcp-hub/analyzer';
import { endAnalyses, runIsolated } from '@mcp-hub/analyzer/runner';
import { removeOwnFolders, temporaryFolder } from '@mcp-hub/analyzer/temporary';
import { fetchSource, readNpmSettings, SourceError, type SourceSpec } from '@mcp-hub/sources';
import { PUBLIC_HOST } from '@mcp-hub/sources/code-hosts';
import { CommandFailure } from '../command-failure.js';
import { LOCAL_POLICIES } from './applied-policies.js';
import type { Evaluate, Issue, ReferenceDecision } from './gate-report.js';
import type { Reference } from '@mcp-hub/client-configurations';

/** An analysis takes seconds; a run with more belongs to a hub, which keeps its results. */
const MAX_ANALYSES = 200;
const THRESHOLD = 'high';
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
/** The errors of fetching that say something about the machine or network, and nothing about the package. */
const OUTAGES = new Set(['timeout', 'unavailable']);

const REPOSITORY = new RegExp(`^(https://(?:${PUBLIC_HOST})/[^/#]+/[^/#]+)(?:#(.+))?$`);
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Where the source code of a reference is; undefined for what has none, such as images and remote servers. */
function sourceOf({ name, version, ref }: Reference): SourceSpec | undefined {
  const [, scheme, rest = ''] = /^(npm|pypi):(.+)$/.exec(name) ?? [];
  if (scheme === 'npm') return { kind: 'npm', name: rest, version };
  if (scheme === 'pypi') return { kind: 'pypi', name: rest, ...(version !== 'latest' && { version }) };
  const [, url, path] = REPOSITORY.exec(name) ?? [];
  if (url === undefined) return undefined;
  const at = ref === undefined ? {} : COMMIT.test(ref) ? { commit: ref } : { ref };
  return { kind: 'repository', url, ...at, ...(path !== undefined && { path }) };
}

const denied = (message: string): ReferenceDecision => ({
  allowed: false,
  score: null,
  denials: [{ rule: 'analysis', message }],
  warnings: [],
});

function issuesOf({
  findings,
  dependencies,
  incomplete_reasons: reasons,
  complete,
}: AnalysisReport): Issue[] {
  const failing = findings.filter((finding) => failsOn(finding, THRESHOLD));
  const count = (severity: string): number =>
    failing.filter((finding) => finding.severity === severity).length;
  const malicious = dependencies.advisories.some((advisory) => advisory.malicious);
  return [
    ...(failing.length > 0
      ? [
          `${count('critical')} critical and ${count('high')} high findings, such as: ${failing[0]?.title ?? ''}`,
        ]
      : []),
    ...(malicious ? ['a dependency is malicious'] : []),
    ...(complete ? [] : [`the analysis is incomplete: ${reasons[0] ?? 'not everything could be read'}`]),
  ].map((message) => ({ rule: 'analysis', message }));
}

async function analyzed(source: SourceSpec, folder: string): Promise<ReferenceDecision> {
  const fetched = await fetchSource(source, {
    folder,
    ...(source.kind === 'npm' && { npm: await npmSettings() }),
  });
  const layout = source.kind === 'npm' ? 'npm' : 'plain';
  const outcome = await runIsolated({
    source: fetched.release
      ? { kind: 'release', path: fetched.archive }
      : { kind: 'archive', path: fetched.archive, layout },
  });
  const newest = fetched.package?.version ?? fetched.commit;
  if (outcome.kind !== 'done') return denied(`it could not be analyzed: ${outcome.reason}`);
  const { report } = outcome.analysis;
  return {
    allowed: exitCodeOf(report, THRESHOLD) === EXIT.clean,
    isServer: report.start.is_server,
    start: report.start,
    score: report.scores.global_score,
    denials: issuesOf(report),
    warnings: [],
    ...(newest !== undefined && { newest }),
  };
}

// eslint-disable-next-line no-restricted-properties -- npm reads its registry and credentials from its own variables
const npmSettings = (): ReturnType<typeof readNpmSettings> => readNpmSettings(process.env);

/** @throws CommandFailure when it is not the package that fails, but the network */
async function decisionAbout(reference: Reference, folder: string): Promise<ReferenceDecision> {
  const source = sourceOf(reference);
  if (source === undefined)
    return denied(
      `${reference.name} has no source code that can be fetched; evaluate it with --server instead of --local`,
    );
  try {
    return await analyzed(source, folder);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (OUTAGES.has(error.code)) throw new CommandFailure(`cannot fetch ${reference.name}: ${error.message}`);
    return denied(`it could not be fetched: ${error.message}`);
  }
}

/** Ends analyses and deletes their files when a signal ends the process. Returns a function that does neither any longer. */
function cleaningUp(): () => void {
  const end = (signal: NodeJS.Signals): void => {
    endAnalyses();
    removeOwnFolders();
    stop();
    process.kill(process.pid, signal);
  };
  const stop = (): void => SIGNALS.forEach((signal) => void process.off(signal, end));
  for (const signal of SIGNALS) process.on(signal, end);
  return stop;
}

/**
 * Fetches and analyzes packages on this machine, one after the other, each analysis in a process of its own. A server is
 * allowed if its analysis is complete and has no critical or high finding, as with the command `mcp-analyze`.
 */
export const evaluateLocally: Evaluate = async (references) => {
  if (references.length > MAX_ANALYSES)
    throw new CommandFailure(
      `--local analyzes at most ${MAX_ANALYSES} packages, and these are ${references.length}`,
    );
  const folder = await temporaryFolder('gate');
  const stop = cleaningUp();
  try {
    const decisions: ReferenceDecision[] = [];
    for (const reference of references) decisions.push(await decisionAbout(reference, folder));
    return { decisions, ids: [], policies: LOCAL_POLICIES };
  } finally {
    stop();
    removeOwnFolders();
  }
};
