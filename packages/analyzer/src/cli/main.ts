import { writeFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import type { Analysis } from '../analysis/analyze.js';
import { printable } from '../findings/printable.js';
import { reasonOf } from '../isolation/reason-of.js';
import { endAnalyses, type Outcome, runIsolated } from '../isolation/run-isolated.js';
import { applyBaseline } from '../report/baseline.js';
import { prettyJson } from '../report/canonical-json.js';
import type { AnalysisReport } from '../report/report.js';
import { explainRule, findRule, ruleHint } from '../report/explain.js';
import { EXIT, type ExitCode, exitCodeOf } from '../report/fail-on.js';
import { adviceOn } from './advice.js';
import type { Job } from '../isolation/protocol.js';
import { FetchFailure, withSource } from './fetched-source.js';
import { ENVIRONMENT, resolvePath, UsageError } from './paths.js';
import { baselineAt, headOf } from './inputs.js';
import { type CliOptions, command } from './options.js';
import { Progress } from './progress.js';
import { endingOnSignals } from './signals.js';

/** The outcome of an analysis, and advice for the user when nothing was analyzed. */
interface AnalysisWithAdvice {
  readonly analysis: Analysis;
  readonly advice: string | undefined;
}

/** The analysis for an outcome. A package that could not be analyzed gets an incomplete report. */
async function analysisOf(
  outcome: Outcome,
  path: string,
  { advisories = '' }: CliOptions,
): Promise<Analysis> {
  if (outcome.kind === 'done') return outcome.analysis;
  const { kind, reason } = outcome;
  if (kind === 'unusable')
    throw new UsageError(
      outcome.what === 'package'
        ? `cannot read ${printable(path)}: ${reason}`
        : `cannot use the advisories ${printable(advisories)}: ${reason}`,
    );
  const { incompleteAnalysis } = await import('../analysis/analyze.js');
  return incompleteAnalysis(kind === 'refused' ? `the package is refused: ${reason}` : reason);
}

/** Analyzes a package in a separate process. */
async function analyzeAt(
  source: Job['source'],
  path: string,
  options: CliOptions,
  progress: Progress,
): Promise<AnalysisWithAdvice> {
  const { advisories, timeout, memory } = options;
  const job = { source, ...(advisories !== undefined && { advisories: resolvePath(advisories) }) };
  const outcome = await endingOnSignals(
    () =>
      runIsolated(
        job,
        { time: timeout * 1000, memory },
        {
          phase: (phase) => progress.start(phase),
          advisories: (size, skipped) =>
            progress.say(`${size} advisories, ${skipped} ${skipped === 1 ? 'record' : 'records'} skipped`),
        },
      ),
    endAnalyses,
  );
  progress.end();
  if (options.debug && outcome.kind === 'stopped' && outcome.errors !== undefined)
    for (const line of outcome.errors.split('\n')) progress.say(printable(line));
  return {
    analysis: await analysisOf(outcome, path, options),
    advice: adviceOn(outcome, path, await headOf(source)),
  };
}

/** Loads what the format needs: all rules take longer to load than most packages to analyze. */
async function render(
  { analysis, advice }: AnalysisWithAdvice,
  { format, output, advisories }: CliOptions,
): Promise<string> {
  const { report, sbom } = analysis;
  if (format === 'json') return prettyJson(report);
  if (format === 'sbom') return prettyJson(sbom);
  if (format === 'sarif') {
    const [{ toSarif }, { ALL_RULES }] = [
      await import('../report/sarif.js'),
      await import('../rules/all-rules.js'),
    ];
    return prettyJson(toSarif(report, ALL_RULES));
  }
  const { textReport } = await import('../report/text.js');
  const { isTTY, columns } = process.stdout;
  const isShown = isTTY && output === undefined;
  return textReport(report, {
    ...(isShown && { width: columns }),
    // https://no-color.org: any value but the empty string disables colors.
    colour: isShown && (ENVIRONMENT['NO_COLOR'] ?? '') === '',
    compared: advisories !== undefined,
    ...(advice !== undefined && { advice }),
  });
}

async function explain(id: string): Promise<string> {
  const { ALL_RULES } = await import('../rules/all-rules.js');
  const rule = findRule(ALL_RULES, id);
  if (rule) return explainRule(rule);
  const hint = ruleHint(ALL_RULES, id);
  throw new UsageError(`there is no rule ${printable(id)}; ${hint}`);
}

/** Writes text to a file or to standard output. */
async function writeOutput(text: string, output: string | undefined): Promise<void> {
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  const target = resolvePath(output);
  try {
    await writeFile(target, text);
  } catch (error) {
    throw new UsageError(`cannot write ${printable(output)}: ${reasonOf(error)}`);
  }
}

/** Reports why a report is incomplete, for output formats that do not show it. */
function reportMissing(
  { files, incomplete_reasons: reasons }: AnalysisReport,
  advice: string | undefined,
): void {
  const isNothing = advice !== undefined && files.total === 0;
  for (const reason of isNothing ? [advice] : reasons)
    process.stderr.write(`incomplete: ${printable(reason)}\n`);
}

async function run(path: string | undefined, options: CliOptions, isFormatGiven: boolean): Promise<ExitCode> {
  if (options.explain !== undefined) {
    if (path !== undefined || isFormatGiven)
      throw new UsageError('--explain describes a rule: leave out the package and --format or --json');
    await writeOutput(await explain(options.explain), options.output);
    return EXIT.clean;
  }
  if (options.json === true && options.format !== 'json')
    throw new UsageError('--json is the same as --format json: leave out one of the two');
  if (path === undefined)
    throw new UsageError('name a folder, a .tgz or an .mcpb file, or what to fetch; see --help');
  const baseline = await baselineAt(options.baseline);
  const progress = new Progress(process.stderr);
  const { analysis, advice } = await withSource(path, options, progress, (source) =>
    analyzeAt(source, path, options, progress),
  );
  const { report } = analysis;
  const findings = baseline ? applyBaseline(report.findings, baseline) : report.findings;
  const judged = { ...report, findings };
  await writeOutput(
    await render({ analysis: { ...analysis, report: judged }, advice }, options),
    options.output,
  );
  // An SBOM has no field for incompleteness and its reasons.
  if (options.format === 'sbom' && !report.complete) reportMissing(report, advice);
  if (options.timing) process.stderr.write(progress.timing());
  return exitCodeOf(judged, options.failOn);
}

/** Reports an error and returns its exit code. */
function reportError(error: unknown, debug: boolean): ExitCode {
  // Commander has already printed it; `--help` also throws.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage;
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
  if (error instanceof FetchFailure) {
    process.stderr.write(`${error.message}\n`);
    return EXIT.incomplete;
  }
  const hint = debug ? '' : '; --debug shows where';
  process.stderr.write(`internal error of the analyzer: ${printable(reasonOf(error))}${hint}\n`);
  if (debug && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  return EXIT.incomplete;
}

// The disk is full or the reader has gone: the missing part of the report may be the important one.
process.stdout.on('error', (error) => {
  process.stderr.write(`cannot write the report: ${reasonOf(error)}\n`);
  process.exit(EXIT.usage);
});
// Nothing is left to report to.
process.stderr.on('error', () => undefined);

const program = command()
  .exitOverride()
  .action(async (path: string | undefined, options: CliOptions) => {
    process.exitCode = await run(path, options, program.getOptionValueSource('format') !== 'default');
  });

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error, program.opts<CliOptions>().debug === true);
}
