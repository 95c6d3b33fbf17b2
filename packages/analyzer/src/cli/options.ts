import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_LIMITS } from '../isolation/run-isolated.js';
import { THRESHOLDS, type Threshold } from '../report/fail-on.js';
import { ANALYZER_VERSION } from '../version.js';

const FORMATS = ['text', 'json', 'sarif', 'sbom'] as const;

/** What was asked for. */
export interface CliOptions {
  readonly format: (typeof FORMATS)[number];
  readonly json?: boolean;
  readonly failOn: Threshold;
  readonly baseline?: string;
  readonly advisories?: string;
  readonly explain?: string;
  readonly output?: string;
  readonly timing?: boolean;
  readonly debug?: boolean;
  /** Seconds. */
  readonly timeout: number;
  /** Megabytes. */
  readonly memory: number;
}

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

/** The longest that a timer of Node.js waits, in seconds: 24 days. A longer one would end at once. */
const MAX_TIMEOUT = 2_147_483;

function timeout(text: string): number {
  const seconds = positive(text);
  if (seconds > MAX_TIMEOUT) throw new InvalidArgumentError(`It must be at most ${MAX_TIMEOUT}, 24 days.`);
  return seconds;
}

/** The command line of the analyzer. */
export const command = (): Command =>
  new Command('mcp-analyze')
    .version(ANALYZER_VERSION, '--version', 'print the version of the analyzer')
    .description(
      'Reads the source code of an MCP server and says what is wrong with it. It looks at a folder, or at a package as ' +
        'npm and repositories pack it (.tgz), in a process of its own, without the network.',
    )
    .argument('[package]', 'a folder or a .tgz file')
    .addOption(new Option('--format <format>', 'what to print').choices(FORMATS).default('text'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .addOption(
      new Option('--fail-on <severity>', 'the lowest severity that makes the command end with 1')
        .choices(THRESHOLDS)
        .default('high'),
    )
    .option('--baseline <file>', 'an earlier report in JSON; the findings it has do not fail')
    .option('--advisories <path>', 'a file or folder of OSV records, to compare dependencies with')
    .option('--output <file>', 'write to a file instead of the terminal')
    .option('--explain <rule>', 'say what a rule looks for, and end: MCP-A001, or A001')
    .option('--timing', 'tell how long each part of the work took')
    .option('--debug', 'tell where in the analyzer a fault of its own happened')
    .option('--timeout <seconds>', 'end the analysis after this time', timeout, DEFAULT_LIMITS.time / 1000)
    .option('--memory <megabytes>', 'end the analysis when it needs more', positive, DEFAULT_LIMITS.memory)
    .addHelpText(
      'after',
      `
Exit codes:
  0  nothing at or above the severity of --fail-on
  1  findings at or above it; a malicious dependency counts as a critical one,
     other advisories do not count
  2  the command was used wrongly: no such file, a bad option, or the output
     cannot be written
  3  no such findings, but not all of the package could be read, or the analysis
     did not end
Findings of low confidence count with --fail-on low alone.`,
    );
