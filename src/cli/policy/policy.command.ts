import { readFile, stat } from 'node:fs/promises';
import {
  SETTINGS_FORMATS,
  SETTINGS_LAUNCHERS,
  SETTINGS_TYPES,
  type SettingsFormat,
  type SettingsLauncher,
} from '@mcp-hub/client-configurations';
import { Option, type Command } from 'commander';
import { printable } from '../../common/values/text.js';
import { CommandFailure, exitUnusable, orFailure, systemMessage, writeResult } from '../command-failure.js';
import { HubClient } from '../hub/hub-client.js';
import {
  addHubOptions,
  readEnvironment,
  readHubTarget,
  warnOfVisibleToken,
  type HubOptions,
} from '../hub/hub-options.js';
import { differenceOf } from './difference.js';
import { READS, records } from '../recording.js';

const EXIT = { equal: 0, stale: 1 } as const;
const JSON_TYPE = 'application/json';
const MAX_FILE_BYTES = 10 * 1024 * 1024;

interface ExportOptions extends HubOptions {
  readonly format: SettingsFormat;
  readonly launcher: SettingsLauncher;
  readonly output?: string;
  readonly check?: string;
}

/** The committed file; empty when it does not exist yet. */
async function committed(file: string): Promise<Buffer> {
  const name = printable(file, 300);
  try {
    const found = await stat(file);
    // A pipe or a device would never end.
    if (!found.isFile()) throw new CommandFailure(`${name} is not a file`);
    if (found.size > MAX_FILE_BYTES) throw new CommandFailure(`${name} is larger than 10 MiB`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw new CommandFailure(`cannot read ${name}: ${systemMessage(error)}`);
  }
}

async function check(file: string, current: Buffer): Promise<number> {
  const before = await committed(file);
  if (before.equals(current)) return EXIT.equal;
  const lines = differenceOf(before.toString(), current.toString());
  process.stdout.write(`${printable(file, 300)} is not what the policies say now:\n${lines.join('\n')}\n`);
  return EXIT.stale;
}

async function run(options: ExportOptions): Promise<number> {
  if (options.check !== undefined && options.output !== undefined)
    throw new CommandFailure('--check compares and --output writes: leave out one of the two');
  const { connection, orgId } = readHubTarget(options);
  const query = new URLSearchParams({ format: options.format });
  if (options.launcher !== 'any') query.set('launcher', options.launcher);
  if (options.environment !== undefined) query.set('environment', readEnvironment(options));
  const { bytes, type } = await new HubClient(connection).get(
    `api/v1/orgs/${orgId}/managed-settings?${query.toString()}`,
  );
  const [media = ''] = type.split(';');
  if (media.trim() !== (SETTINGS_TYPES[options.format] ?? JSON_TYPE))
    throw new CommandFailure('the answer is not one of mcp-hub; check MCP_HUB_URL');
  if (options.check !== undefined) return check(options.check, bytes);
  await writeResult(bytes, options.output);
  return EXIT.equal;
}

/** Defines `policy export`: writes the managed settings that an organization's policies amount to, for its clients. */
export function definePolicy(command: Command): void {
  const exporting = records(command.command('export'), READS).description(
    'write the managed settings of clients, as bytes of the hub',
  );
  addHubOptions(
    exporting.addOption(
      new Option('--format <format>', 'the client that reads the file')
        .choices(Object.keys(SETTINGS_FORMATS))
        .makeOptionMandatory(),
    ),
  )
    .addOption(
      new Option('--launcher <launcher>', 'by what packages are started: mcp-hub alone, or never by it')
        .choices(Object.keys(SETTINGS_LAUNCHERS))
        .default('any'),
    )
    .option('--output <file>', 'write to a file instead of the terminal')
    .option('--check <file>', 'compare with a file that is committed, and exit with 1 if it is stale')
    .addHelpText(
      'after',
      '\nExits with 0, with 1 if the file of --check is stale, and with 2 if it could not be exported.',
    )
    .exitOverride(exitUnusable)
    .action(async (options: ExportOptions) => {
      warnOfVisibleToken(exporting);
      process.exitCode = await orFailure(() => run(options));
    });
}
