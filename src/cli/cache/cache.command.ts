import { InvalidArgumentError, Option, type Command } from 'commander';
import { userEnvironment } from '../../config/user-environment.js';
import { exitUnusable, orFailure } from '../command-failure.js';
import { jsonOption, printList, printResult, type OutputOptions } from '../json-output.js';
import { thisUser, userFolders } from '../login/user-folders.js';
import { row } from '../print.js';
import { READS, records } from '../recording.js';
import { cachedEntries, pruneEntries, verifyEntries, type VerifiedEntry } from './cached-entries.js';

const EXIT_DAMAGED = 1;
const DEFAULT_DAYS = 30;
const LOCAL = { none: 'the cache of a user is no part of the hub' };

const cacheFolder = (): string => userFolders(thisUser(userEnvironment())).cache;

interface PruneOptions extends OutputOptions {
  readonly days: number;
  readonly all?: boolean;
}

function daysOf(text: string): number {
  const days = Number(text);
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a number of days.');
  return days;
}

const lineOf = ({ name, digest, damage }: VerifiedEntry): string =>
  row([damage === undefined ? 'ok' : 'damaged, removed', name, digest, damage ?? '']);

async function verify(options: OutputOptions): Promise<number> {
  const entries = await verifyEntries(cacheFolder());
  printResult(options, { entries }, entries.map(lineOf));
  return entries.some(({ damage }) => damage !== undefined) ? EXIT_DAMAGED : 0;
}

/** Defines `cache`: what `run` has fetched. */
export function defineCache(command: Command): void {
  records(command.command('ls'), READS)
    .description('list the cached servers, with their digests, sizes and last use')
    .addOption(jsonOption())
    .action(async (options: OutputOptions) => {
      await printList(options, cachedEntries(cacheFolder()), {
        value: (entry) => entry,
        line: ({ name, digest, bytes, last_used: used }) => row([name, digest, `${bytes} bytes`, used ?? '']),
      });
    });
  records(command.command('verify'), LOCAL)
    .description('hash all cached files again, and remove what was changed')
    .addOption(jsonOption())
    .addHelpText('after', '\nExits with 0, and with 1 if something was damaged.')
    .exitOverride(exitUnusable)
    .action(async (options: OutputOptions) => {
      process.exitCode = await orFailure(() => verify(options));
    });
  records(command.command('prune'), LOCAL)
    .description('remove cached servers that were not used lately, and what interrupted runs have left')
    .addOption(
      new Option('--days <number>', 'keep what was used in so many days')
        .argParser(daysOf)
        .default(DEFAULT_DAYS),
    )
    .option('--all', 'remove everything')
    .addOption(jsonOption())
    .exitOverride(exitUnusable)
    .action(async (options: PruneOptions) => {
      process.exitCode = await orFailure(async () => {
        const removed = await pruneEntries(cacheFolder(), options.all === true ? 0 : options.days);
        printResult(
          options,
          { removed },
          removed.map(({ name, digest }) => row(['removed', name, digest])),
        );
        return 0;
      });
    });
}
