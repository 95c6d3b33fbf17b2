import { InvalidArgumentError, Option, type Command } from 'commander';
import { EXIT_UNUSABLE, exitUnusable, orFailure, writeResult } from '../command-failure.js';
import { HubClient } from '../hub/hub-client.js';
import {
  addHubOptions,
  readEnvironment,
  readHubTarget,
  warnOfVisibleToken,
  type HubOptions,
} from '../hub/hub-options.js';
import { ADVICE_WITHOUT_POLICIES } from './applied-policies.js';
import { jsonOf } from './formats/json.js';
import { junitOf } from './formats/junit.js';
import { markdownOf } from './formats/markdown.js';
import { sarifOf } from './formats/sarif.js';
import { printableText } from './formats/texts.js';
import { textOf } from './formats/text.js';
import { evaluateByDecisions } from './decisions-evaluation.js';
import { addDecisionsOptions, readDecisionsTarget, type DecisionsOptions } from './decisions-options.js';
import { withEnvironmentFiles } from './folder/environment-files.js';
import { Folder } from './folder/folder.js';
import { folderProblems, type FolderProblems } from './folder/folder-problems.js';
import { evaluateByHub } from './hub-evaluation.js';
import { readSignedDecisions } from './read-signed-decisions.js';
import { filesToRead, readFiles } from './input-files.js';
import { evaluateEntries, refusedWithoutPolicies, type GateReport, type Rules } from './gate-report.js';
import {
  CLIENT_FORMATS,
  CONFIGURATION_LIMITS,
  WORKSPACE_FILES,
  type ServerEntry,
} from '@mcp-hub/client-configurations';

const MAX_REPORTS = 20;

const EXIT = { pass: 0, fail: 1, nothing: 3 } as const;

const FORMATS = {
  text: textOf,
  json: jsonOf,
  sarif: sarifOf,
  junit: junitOf,
  markdown: markdownOf,
} satisfies Record<string, (report: GateReport) => string>;

type Format = keyof typeof FORMATS;

/** A file that is written besides the output. */
interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

interface GateOptions extends HubOptions, DecisionsOptions {
  readonly file: readonly string[];
  readonly format: Format;
  readonly output?: string;
  readonly report: readonly ReportFile[];
  readonly local?: boolean;
  readonly allowNoPolicy?: boolean;
  readonly allowLocal?: boolean;
}

async function evaluated(named: readonly ServerEntry[], options: GateOptions): Promise<GateReport> {
  const folder = new Folder(process.cwd());
  const entries = await withEnvironmentFiles(named, folder);
  const folders = new Map<ServerEntry, FolderProblems>();
  for (const entry of entries) folders.set(entry, await folderProblems(entry.launch, folder));
  const rules: Rules = { allowLocal: options.allowLocal === true, folders };
  if (options.local === true) {
    // The analyzer takes a second to load.
    const { evaluateLocally } = await import('./local-evaluation.js');
    return evaluateEntries(entries, evaluateLocally, rules);
  }
  const target = readDecisionsTarget(options);
  if (target !== undefined) {
    const { org: organization, environment } = options;
    const document = await readSignedDecisions(target, { organization, environment });
    const report = await evaluateEntries(entries, evaluateByDecisions(document), rules);
    return { ...report, environment: document.environment };
  }
  const { connection, orgId } = readHubTarget(options);
  const environment = readEnvironment(options);
  const evaluate = evaluateByHub(new HubClient(connection), orgId, environment);
  return { ...(await evaluateEntries(entries, evaluate, rules)), environment, hub: connection.server };
}

async function writeReports(report: GateReport, files: readonly ReportFile[]): Promise<void> {
  for (const { format, file } of files) await writeResult(FORMATS[format](report), file);
}

async function run(options: GateOptions): Promise<number> {
  const files = await filesToRead(options.file);
  const entries = await readFiles(files);
  if (entries.length === 0) {
    const found =
      files.length === 0 ? `there is none of ${WORKSPACE_FILES.join(', ')}` : 'the files name no server';
    process.stderr.write(`nothing to evaluate: ${found}; name a file with --file\n`);
    // Code hosts close their alerts when a report without results arrives.
    await writeReports({ result: 'NONE', servers: [], evaluationIds: [] }, options.report);
    return EXIT.nothing;
  }
  // Who asks for --local knows that there are no policies.
  const isAccepted = options.allowNoPolicy === true || options.local === true;
  const report = refusedWithoutPolicies(await evaluated(entries, options), isAccepted);
  await writeReports(report, options.report);
  await writeResult(FORMATS[options.format](report), options.output);
  if (report.isRefused === true) {
    const reasons = report.policies?.warnings.map(({ message }) => printableText(message)) ?? [];
    process.stderr.write(`${reasons.join('; ')}: ${ADVICE_WITHOUT_POLICIES}\n`);
    return EXIT_UNUSABLE;
  }
  return report.result === 'PASS' ? EXIT.pass : EXIT.fail;
}

const isFormat = (text: string): text is Format => Object.hasOwn(FORMATS, text);

function reportFiles(value: string, before: readonly ReportFile[]): ReportFile[] {
  const [format = '', ...rest] = value.split('=');
  const file = rest.join('=');
  if (!isFormat(format) || file === '')
    throw new InvalidArgumentError(`It must be a format and a file, as sarif=gate.sarif.`);
  if (before.length >= MAX_REPORTS) throw new InvalidArgumentError(`At most ${MAX_REPORTS} are written.`);
  return [...before, { format, file }];
}

function collected(value: string, before: readonly string[]): string[] {
  if (before.length >= CONFIGURATION_LIMITS.files)
    throw new InvalidArgumentError(`At most ${CONFIGURATION_LIMITS.files} files are read.`);
  return [...before, value];
}

/** The files of each format in the folder of a project, a line for each format. */
function filesByFormat(): string {
  const lines = CLIENT_FORMATS.flatMap(({ name, files }) => {
    const paths = [...new Set(files.flatMap(({ workspace }) => workspace ?? []))];
    return paths.length === 0 ? [] : [`  ${name}: ${paths.join(', ')}`];
  });
  return lines.join('\n');
}

/** Defines `gate`: evaluates the servers in configurations of clients, without configuration or database of a server. */
export function defineGate(command: Command): void {
  addDecisionsOptions(
    addHubOptions(
      command.addOption(
        new Option(
          '--file <file>',
          'a configuration or list of servers, - for standard input; can be repeated',
        )
          .argParser(collected)
          .default([], 'the configurations in this folder'),
      ),
    ),
  )
    .addOption(new Option('--format <format>', 'what to print').choices(Object.keys(FORMATS)).default('text'))
    .option('--output <file>', 'write to a file instead of the terminal')
    .addOption(
      new Option('--report <format=file>', 'also write this format to a file; can be repeated')
        .argParser(reportFiles)
        .default([], 'none'),
    )
    .option('--allow-local', 'accept programs of this machine, which cannot be evaluated')
    .option('--allow-no-policy', 'accept that no policy applied in the environment')
    .addOption(
      new Option(
        '--local',
        'fetch and analyze the packages on this machine instead of asking mcp-hub',
      ).conflicts('decisions'),
    )
    .addHelpText(
      'after',
      `
Without --file, it reads those of these files that exist:
${filesByFormat()}

Exit codes:
  0  PASS: every server is allowed
  1  FAIL: at least one server is denied
  2  the command was used wrongly, a file cannot be read, mcp-hub cannot be asked, the
     decisions are refused, or no policy applied in the environment
  3  there is nothing to evaluate`,
    )
    .exitOverride(exitUnusable)
    .action(async (options: GateOptions) => {
      warnOfVisibleToken(command);
      process.exitCode = await orFailure(() => run(options));
    });
}
