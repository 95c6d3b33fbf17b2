import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Recording } from '../access/trail/records.decorator.js';

const RECORDINGS = new WeakMap<Command, Recording>();

/** What commands record that change nothing. */
export const READS: Recording = { none: 'it reads' };

/** Declares what a command records in the audit trail, or why nothing; every command does (ADR 108). */
export function records(command: Command, recording: Recording): Command {
  RECORDINGS.set(command, recording);
  return command;
}

/** The declaration of a command; undefined if it has none. */
export const recordingOfCommand = (command: Command): Recording | undefined => RECORDINGS.get(command);

/** Work that the operator starts, and that no service records. */
type StartedWork = 'advisory.import_requested' | 'registry_artifact.cleanup_requested';

/**
 * Records that the operator starts work on what belongs to no organization. Call it before the first change, so that there is
 * none without an event.
 */
export async function recordStart(
  services: INestApplicationContext,
  action: StartedWork,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  // Loaded here, because some commands load nothing of the server.
  const [{ AuditService }, { OPERATOR }] = await Promise.all([
    import('../hub/audit/audit.service.js'),
    import('../hub/audit/actor.js'),
  ]);
  await services
    .get(AuditService)
    .record({ orgId: null, actor: OPERATOR, action, resourceId: null, details });
}
