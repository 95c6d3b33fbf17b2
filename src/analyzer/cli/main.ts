import { readFile, stat, writeFile } from 'node:fs/promises';
import { analyzeNothing, type Analysis } from '../analyze.js';
import { printable } from '../findings/printable.js';
import { runIsolated } from '../isolation/run-isolated.js';
import { applyBaseline, BadBaseline, readBaseline, type Baseline } from '../report/baseline.js';
import { prettyJson } from '../report/canonical-json.js';
import { explainRule, findRule } from '../report/explain.js';
import { EXIT, exitCodeOf } from '../report/fail-on.js';
import { toSarif } from '../report/sarif.js';
import { textReport } from '../report/text.js';
import { ALL_RULES } from '../rules/all-rules.js';
import { command, type CliOptions } from './options.js';
import { Progress } from './progress.js';

/** The command was used wrongly. The message says what to do. */
class UsageError extends Error {}

const failure = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Where a package lies, and whether it is packed. */
async function sourceAt(path: string): Promise<{ kind: 'directory' | 'archive'; path: string }> {
  try {
    const entry = await stat(path);
    if (entry.isDirectory()) return { kind: 'directory', path };
    if (entry.isFile()) return { kind: 'archive', path };
  } catch (error) {
    throw new UsageError(`cannot read ${printable(path)}: ${failure(error)}`);
  }
  throw new UsageError(`${printable(path)} is neither a folder nor a file`);
}

async function baselineAt(path: string | undefined): Promise<Baseline | undefined> {
  if (path === undefined) return undefined;
  try {
    return readBaseline(await readFile(path, 'utf8'));
  } catch (error) {
    const hint = error instanceof BadBaseline ? '; make one with --format json --output FILE' : '';
    throw new UsageError(`cannot use the baseline ${printable(path)}: ${failure(error)}${hint}`);
  }
}

/** Analyzes in a process of its own. What cannot be looked into is reported as not looked into. */
async function analysisOf(path: string, options: CliOptions, progress: Progress): Promise<Analysis> {
  const { advisories, timeout, memory } = options;
  const job = { source: await sourceAt(path), ...(advisories !== undefined && { advisories }) };
  const outcome = await runIsolated(job, { time: timeout * 1000, memory }, (phase) => progress.begin(phase));
  progress.end();
  if (outcome.kind === 'done') return outcome.analysis;
  if (outcome.kind === 'unusable') throw new UsageError(outcome.reason);
  return analyzeNothing(
    outcome.kind === 'refused' ? `the package is refused: ${outcome.reason}` : outcome.reason,
  );
}

function render({ report, sbom }: Analysis, { format, output }: CliOptions): string {
  if (format === 'json') return prettyJson(report);
  if (format === 'sarif') return prettyJson(toSarif(report, ALL_RULES));
  if (format === 'sbom') return prettyJson(sbom);
  const { isTTY, columns } = process.stdout;
  return textReport(report, { width: isTTY ? columns : 100, colour: isTTY && output === undefined });
}

function explain(id: string): string {
  const rule = findRule(ALL_RULES, id);
  if (!rule) throw new UsageError(`there is no rule ${printable(id)}; docs/rules.md lists all`);
  return explainRule(rule);
}

async function run(path: string | undefined, options: CliOptions): Promise<number> {
  if (options.explain !== undefined) {
    process.stdout.write(explain(options.explain));
    return EXIT.clean;
  }
  if (path === undefined) throw new UsageError('name a folder or a .tgz file; --help tells more');
  const baseline = await baselineAt(options.baseline);
  const progress = new Progress(process.stderr.isTTY ? process.stderr : undefined);
  const { report, sbom } = await analysisOf(path, options, progress);
  const findings = baseline ? applyBaseline(report.findings, baseline) : report.findings;
  const judged = { ...report, findings };
  const text = render({ report: judged, sbom }, options);
  if (options.output === undefined) process.stdout.write(text);
  else await writeFile(options.output, text);
  if (options.timing) process.stderr.write(progress.timing());
  return exitCodeOf(judged, options.failOn);
}

// Whoever reads the output may have had enough: `… | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const program = command()
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? EXIT.clean : EXIT.usage);
  })
  .action(async (path: string | undefined, options: CliOptions) => {
    process.exitCode = await run(path, options);
  });

try {
  await program.parseAsync();
} catch (error) {
  const isFault = error instanceof Error && !(error instanceof UsageError);
  process.stderr.write(`${isFault ? (error.stack ?? error.message) : failure(error)}\n`);
  process.exitCode = EXIT.usage;
}
