import { writeFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { type Analysis, analyzeNothing } from '../analyze.js';
import { printable } from '../findings/printable.js';
import { reasonOf } from '../isolation/reason-of.js';
import { type Outcome, runIsolated } from '../isolation/run-isolated.js';
import { applyBaseline } from '../report/baseline.js';
import { prettyJson } from '../report/canonical-json.js';
import type { AnalysisReport } from '../report/report.js';
import { explainRule, findRule, ruleHint } from '../report/explain.js';
import { EXIT, type ExitCode, exitCodeOf } from '../report/fail-on.js';
import { toSarif } from '../report/sarif.js';
import { textReport } from '../report/text.js';
import { ALL_RULES } from '../rules/all-rules.js';
import { adviceOn } from './advice.js';
import { ENVIRONMENT, resolvePath, UsageError } from './paths.js';
import { baselineAt, headOf, sourceAt } from './inputs.js';
import { type CliOptions, command } from './options.js';
import { Progress } from './progress.js';
import { endingOnSignals } from './signals.js';

/** What an analysis came to, and what to say to who is at the command line when nothing was analyzed. */
interface FlowDescription {
  readonly analysis: Analysis;
  readonly advice: string | undefined;
}

/** What is told of an outcome. What could not be looked into is reported as not looked into. */
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
  return analyzeNothing(kind === 'refused' ? `the package is refused: ${reason}` : reason);
}

/** Analyzes in a process of its own. */
async function analyzeAt(path: string, options: CliOptions, progress: Progress): Promise<FlowDescription> {
  const { advisories, timeout, memory } = options;
  const source = await sourceAt(path);
  const job = { source, ...(advisories !== undefined && { advisories: resolvePath(advisories) }) };
  const outcome = await endingOnSignals(() =>
    runIsolated(
      job,
      { time: timeout * 1000, memory },
      {
        phase: (phase) => progress.start(phase),
        advisories: (size, skipped) =>
          progress.say(`${size} advisories, ${skipped} ${skipped === 1 ? 'record' : 'records'} skipped`),
      },
    ),
  );
  progress.end();
  if (options.debug && outcome.kind === 'stopped' && outcome.errors !== undefined)
    for (const line of outcome.errors.split('\n')) progress.say(printable(line));
  return {
    analysis: await analysisOf(outcome, path, options),
    advice: adviceOn(outcome, path, await headOf(source)),
  };
}

function render({ analysis, advice }: FlowDescription, { format, output, advisories }: CliOptions): string {
  const { report, sbom } = analysis;
  if (format === 'json') return prettyJson(report);
  if (format === 'sarif') return prettyJson(toSarif(report, ALL_RULES));
  if (format === 'sbom') return prettyJson(sbom);
  const { isTTY, columns } = process.stdout;
  const isShown = isTTY && output === undefined;
  return textReport(report, {
    ...(isShown && { width: columns }),
    // https://no-color.org: whatever it says, unless it is empty.
    colour: isShown && (ENVIRONMENT['NO_COLOR'] ?? '') === '',
    compared: advisories !== undefined,
    ...(advice !== undefined && { advice }),
  });
}

function explain(id: string): string {
  const rule = findRule(ALL_RULES, id);
  if (rule) return explainRule(rule);
  const hint = ruleHint(ALL_RULES, id);
  throw new UsageError(`there is no rule ${printable(id)}; ${hint}`);
}

/** Puts a text where it is to go. */
async function put(text: string, output: string | undefined): Promise<void> {
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

/** Tells why a report is not complete, where what is printed does not say it. */
function reportMissing(
  { files, incomplete_reasons: reasons }: AnalysisReport,
  advice: string | undefined,
): void {
  const isNothing = advice !== undefined && files.total === 0;
  for (const reason of isNothing ? [advice] : reasons)
    process.stderr.write(`not all was read: ${printable(reason)}\n`);
}

async function run(path: string | undefined, options: CliOptions, isFormatGiven: boolean): Promise<ExitCode> {
  if (options.explain !== undefined) {
    if (path !== undefined || isFormatGiven)
      throw new UsageError('--explain tells of a rule alone: leave out the package and --format or --json');
    await put(explain(options.explain), options.output);
    return EXIT.clean;
  }
  if (options.json === true && options.format !== 'json')
    throw new UsageError('--json is the same as --format json: leave out one of the two');
  if (path === undefined) throw new UsageError('name a folder or a .tgz file; --help tells more');
  const baseline = await baselineAt(options.baseline);
  const progress = new Progress(process.stderr);
  const { analysis, advice } = await analyzeAt(path, options, progress);
  const { report, sbom } = analysis;
  const findings = baseline ? applyBaseline(report.findings, baseline) : report.findings;
  const judged = { ...report, findings };
  await put(render({ analysis: { report: judged, sbom }, advice }, options), options.output);
  // The list of components has no place for what is missing, and why.
  if (options.format === 'sbom' && !report.complete) reportMissing(report, advice);
  if (options.timing) process.stderr.write(progress.timing());
  return exitCodeOf(judged, options.failOn);
}

/** How the command ends after an error, which it tells. */
function endOf(error: unknown, debug: boolean): ExitCode {
  // It has told it already; asking for help is one too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage;
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
  const hint = debug ? '' : '; --debug tells where';
  process.stderr.write(`a fault of the analyzer: ${printable(reasonOf(error))}${hint}\n`);
  if (debug && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  return EXIT.incomplete;
}

// A disk that is full, or a reader that has had enough: what is missing may be what matters.
process.stdout.on('error', (error) => {
  process.stderr.write(`cannot write the report: ${reasonOf(error)}\n`);
  process.exit(EXIT.usage);
});
// Nobody is left to be told.
process.stderr.on('error', () => undefined);

const program = command()
  .exitOverride()
  .action(async (path: string | undefined, options: CliOptions) => {
    process.exitCode = await run(path, options, program.getOptionValueSource('format') !== 'default');
  });

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = endOf(error, program.opts<CliOptions>().debug === true);
}
