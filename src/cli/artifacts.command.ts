import { InvalidArgumentError, type Command } from 'commander';
import { conflict } from '../common/errors/api-error.js';
import { CLEANUP_AFTER_HOURS } from '../registry/cleanup/cleanup-job.js';
import {
  CleanupService,
  type CleanupCounts,
  type CleanupWatch,
} from '../registry/cleanup/cleanup.service.js';
import { AdvisoryLock } from '../storage/database/advisory-lock.js';
import { verifyStoredBytes, type DamagedBytes } from '../server/stored-bytes.js';
import { withServices, withServicesInSteps } from './command-context.js';
import { jsonOption, type OutputOptions } from './json-output.js';
import { loadCommandConfig } from './load-command-config.js';
import { jsonText, print } from './print.js';
import { recordStart } from './operator-trail.js';
import { READS, records } from './recording.js';

// A request takes an hour at most: artifacts that were young at its start must not become old before it ends.
const MIN_HOURS = 2;

interface CleanupArguments extends OutputOptions {
  readonly dryRun?: boolean;
  readonly olderThan: number;
  readonly unknownOrganizations?: boolean;
}

function hours(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < MIN_HOURS) throw new InvalidArgumentError(`must be a whole number, at least ${MIN_HOURS}`);
  return value;
}

const watchOf = (json: boolean): CleanupWatch => ({
  step: (step) => process.stderr.write(`looking through the ${step} …\n`),
  removed: ({ address: { orgKey, kind, digest }, sizeBytes }) =>
    print(
      json
        ? jsonText({ organization: orgKey, kind, digest, size_bytes: sizeBytes })
        : `${orgKey}/${kind}/${digest} ${sizeBytes}`,
    ),
});

function printCounts(counts: CleanupCounts, dryRun: boolean): void {
  const { artifacts, bytes, presignedUploads, unfinishedUploads, unknownObjects } = counts;
  print(
    `${dryRun ? 'would remove' : 'removed'} ${artifacts} artifacts of ${bytes} bytes, ` +
      `${presignedUploads} presigned uploads, ${unfinishedUploads} unfinished uploads`,
  );
  if (unknownObjects > 0) {
    print(
      `kept ${unknownObjects} objects of organizations that are not in this database: ` +
        'it may be the wrong one. --unknown-organizations removes them too',
    );
  }
}

const countsValue = (counts: CleanupCounts, dryRun: boolean): object => ({
  dry_run: dryRun,
  artifacts: counts.artifacts,
  bytes: counts.bytes,
  presigned_uploads: counts.presignedUploads,
  unfinished_uploads: counts.unfinishedUploads,
  unknown_objects: counts.unknownObjects,
});

const cleanUp = ({
  dryRun = false,
  olderThan,
  unknownOrganizations = false,
  json = false,
}: CleanupArguments) =>
  withServices(async (services) => {
    const options = { olderThanHours: olderThan, dryRun, unknownOrganizations };
    const work = () => services.get(CleanupService).run(options, watchOf(json));
    const counts = dryRun
      ? await work()
      : await services.get(AdvisoryLock).run('cleanup', async () => {
          await recordStart(services, 'registry_artifact.cleanup_requested', {
            older_than_hours: olderThan,
            unknown_organizations: unknownOrganizations,
          });
          return work();
        });
    if (counts === undefined) throw conflict('another process is cleaning up; try again when it is done');
    if (json) print(jsonText(countsValue(counts, dryRun)));
    else printCounts(counts, dryRun);
  });

interface VerifyArguments extends OutputOptions {
  readonly deep?: boolean;
}

const REPORTED_MS = 5000;

const printDamaged = ({ api, damage: { address, fault } }: DamagedBytes, json: boolean): void => {
  const { orgKey: owner, kind, digest } = address;
  const reason = fault.replaceAll(' ', '_');
  print(
    json ? jsonText({ api, owner, kind, digest, reason }) : `${api} ${owner}/${kind}/${digest} ${reason}`,
  );
};

/** Compares what both APIs have recorded with their stores; the exit code is 1 if anything is missing or differs. */
const verify = async ({ deep = false, json = false }: VerifyArguments): Promise<void> => {
  let count = 0;
  let reported = performance.now();
  const watch = {
    damaged: (found: DamagedBytes) => {
      count += 1;
      printDamaged(found, json);
    },
    checked: (total: number) => {
      if (performance.now() - reported < REPORTED_MS) return;
      reported = performance.now();
      process.stderr.write(`compared ${total} objects …\n`);
    },
  };
  await withServicesInSteps(async (step) => {
    const options = { deep, signal: new AbortController().signal };
    const objects = await verifyStoredBytes(loadCommandConfig(), step, options, watch);
    if (json) print(jsonText({ deep, objects, damaged: count }));
    else print(`${objects} objects ${deep ? 'read' : 'compared'}, ${count} missing or different`);
  });
  if (count > 0) process.exitCode = 1;
};

/** Defines `artifacts …`: administration of stored artifacts. */
export function defineArtifacts(artifacts: Command): void {
  records(artifacts.command('cleanup'), { records: ['registry_artifact.cleanup_requested'] })
    .description('remove unreferenced artifacts and unfinished uploads, as the server does hourly')
    .option('--dry-run', 'print what would be removed, and remove nothing')
    .option('--older-than <hours>', 'minimum age in hours', hours, CLEANUP_AFTER_HOURS)
    .option(
      '--unknown-organizations',
      'also remove objects of organizations that are not in this database; check with --dry-run first',
    )
    .addOption(
      jsonOption('print a JSON object per line for each artifact, and one with the counts at the end'),
    )
    .action(cleanUp);
  records(artifacts.command('verify'), READS)
    .description('list recorded artifacts and objects of analyses whose bytes are missing or differ')
    .option('--deep', 'read all bytes and hash them, instead of asking for sizes')
    .addOption(
      jsonOption('print a JSON object per line for each of them, and one with the counts at the end'),
    )
    .action(verify);
}
