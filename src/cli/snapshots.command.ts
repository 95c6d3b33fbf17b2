import type { Command } from 'commander';
import { canonicalUuid, isUuid } from '../common/values/uuid.js';
import { badRequest } from '../common/errors/api-error.js';
import { SnapshotChainsService } from '../hub/catalog/snapshots/snapshot-chains.service.js';
import { chainVerificationView } from '../hub/catalog/snapshots/snapshot.mapper.js';
import { withServices } from './command-context.js';
import { jsonOption, printResult, type OutputOptions } from './json-output.js';
import { READS, records } from './recording.js';

const verify = (id: string, options: OutputOptions) =>
  withServices(async (services) => {
    const mcp = canonicalUuid(id);
    if (!isUuid(mcp)) throw badRequest('mcp', 'must be the id of an MCP, a UUID');
    const chain = await services.get(SnapshotChainsService).verify(mcp, new AbortController().signal);
    const result = chainVerificationView(chain);
    const { snapshots, last_hash: hash, broken_at: broken } = result;
    printResult(options, result, [
      broken === null
        ? `${snapshots} snapshots are as they were recorded; the last hash is ${hash}`
        : `broken at position ${broken.position} (${broken.reason}); the ${snapshots} snapshots before are valid`,
    ]);
    if (broken !== null) process.exitCode = 1;
  });

/** Defines `snapshots …`: the evidence of analyses. */
export function defineSnapshots(snapshots: Command): void {
  records(snapshots.command('verify <mcp>'), READS)
    .description("verify the chain of an MCP's snapshots, by the MCP's id")
    .addOption(jsonOption())
    .action(verify);
}
