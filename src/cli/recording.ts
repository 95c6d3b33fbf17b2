import type { Command } from 'commander';
import type { Recording } from '../auth/trail/records.decorator.js';

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
