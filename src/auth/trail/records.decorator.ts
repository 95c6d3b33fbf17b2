import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { AuditAction } from './resource-types.js';

const RECORDS = 'audit:records';

/** The events of changes: of an operation in the OpenAPI document as `x-audit`, or of a command. */
export interface RecordedEvents {
  /** Recorded with every change. */
  readonly records?: readonly AuditAction[];
  /** One of these is recorded with every change. */
  readonly one_of?: readonly AuditAction[];
  /** Recorded with some changes besides. */
  readonly may?: readonly AuditAction[];
}

/** What an operation or a command records in the audit trail, or why it records nothing. */
export type Recording = RecordedEvents | { readonly none: string };

type Actions = readonly [AuditAction, ...AuditAction[]];

const declare = (recording: Recording): MethodDecorator =>
  applyDecorators(SetMetadata(RECORDS, recording), ApiExtension('x-audit', recording));

/**
 * Declares the events that an operation records when it changes something. One of these decorators is mandatory for every
 * handler that does not only read: the process does not start otherwise. A test performs each operation, and compares the new
 * events with the declaration (ADR 108).
 */
export const Records = (...records: Actions): MethodDecorator => declare({ records });

/** Declares events of which each change records one. */
export const RecordsOneOf = (...oneOf: Actions): MethodDecorator => declare({ one_of: oneOf });

/** Declares events, and those that some changes record besides. */
export const RecordsAndMay = (records: Actions, may: Actions): MethodDecorator => declare({ records, may });

/** Declares that an operation records nothing, and why. */
export const RecordsNothing = (because: string): MethodDecorator => declare({ none: because });

/** What a handler records; undefined if it does not say so. */
export const recordingOf = (handler: object): Recording | undefined =>
  Reflect.getMetadata(RECORDS, handler) as Recording | undefined;
