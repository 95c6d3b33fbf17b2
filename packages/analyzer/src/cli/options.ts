import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_LIMITS } from '../isolation/run-isolated.js';
import { THRESHOLDS, type Threshold } from '../report/fail-on.js';
import { ANALYZER_VERSION } from '../version.js';

const FORMATS = ['text', 'json', 'sarif', 'sbom'] as const;

/** The parsed command line. */
export interface CliOptions {
  readonly format: (typeof FORMATS)[number];
  readonly json?: boolean;
  readonly failOn: Threshold;
  readonly baseline?: string;
  readonly advisories?: string;
  readonly explain?: string;
  readonly output?: string;
  /** The folder of a repository that is fetched. */
  readonly path?: string;
  /** The Python package index. */
  readonly index?: string;
  readonly timing?: boolean;
  readonly debug?: boolean;
  /** In seconds. */
  readonly timeout: number;
  /** In megabytes. */
  readonly memory: number;
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

/** The longest delay of a Node.js timer, in seconds: 24 days. A longer one would fire at once. */
const MAX_TIMEOUT = 2_147_483;

function timeout(text: string): number {
  const seconds = positive(text);
  if (seconds > MAX_TIMEOUT) throw new InvalidArgumentError(`It must be at most ${MAX_TIMEOUT}, 24 days.`);
  return seconds;
}

/** The command line of the analyzer. */
export const command = (): Command =>
  new Command('mcp-analyze')
    .version(
      ANALYZER_VERSION,
      '--version',
      'print the version of the analysis, which is not that of the package',
    )
    .description(
      'Analyzes the source code of an MCP server and reports security findings. It takes a folder, a package as ' +
        'npm and repositories pack it (.tgz), or an MCP bundle (.mcpb, .dxt), or fetches a package or a repository, and runs in a separate process ' +
        'without network access.',
    )
    .argument(
      '[package]',
      'a folder, a .tgz or an .mcpb file, or else what is fetched: name@version (npm), pypi:name==version, or the URL of a ' +
        'repository on a code host with an optional # and a commit, tag or branch',
    )
    .option('--path <folder>', 'the folder of a repository that holds several servers')
    .option('--index <url>', 'the index that Python packages are fetched from, instead of PyPI')
    .addOption(new Option('--format <format>', 'what to print').choices(FORMATS).default('text'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .addOption(
      new Option('--fail-on <severity>', 'the lowest severity that makes the command exit with 1')
        .choices(THRESHOLDS)
        .default('high'),
    )
    .option('--baseline <file>', 'an earlier report in JSON; its findings do not fail the command')
    .option('--advisories <path>', 'a file or folder of OSV records to match dependencies against')
    .option('--output <file>', 'write to a file instead of the terminal')
    .option('--explain <rule>', 'describe a rule and exit: MCP-A001, or A001')
    .option('--timing', 'print the duration of each phase')
    .option('--debug', 'print the stack trace of an internal error')
    .option('--timeout <seconds>', 'stop the analysis after this time', timeout, DEFAULT_LIMITS.time / 1000)
    .option('--memory <megabytes>', 'stop the analysis when it needs more', positive, DEFAULT_LIMITS.memory)
    .addHelpText(
      'after',
      `
Exit codes:
  0  nothing at or above the severity of --fail-on
  1  findings at or above it; a malicious dependency counts as a critical one,
     other advisories do not count
  2  the command was used wrongly: no such file, package or repository, a bad
     option, or the output cannot be written
  3  no such findings, but not all of the package could be fetched or read, or the
     analysis did not end
Findings of low confidence count only with --fail-on low.`,
    );
