import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { CLIENT_SOURCES, type SourceKind, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import type { Found } from '../../findings/found.js';

/**
 * The first tainted source of some kinds in a value.
 * @param bits the sinks that a value must be sanitized for: bits of SanitizedFor
 */
export function harmful(
  value: Value,
  frame: Frame,
  bits: number,
  kinds: ReadonlySet<SourceKind> = CLIENT_SOURCES,
): Taint | undefined {
  return taintsHere(value, frame).find(
    ({ source, sanitizedFor }) => kinds.has(source.kind) && (sanitizedFor & bits) !== bits,
  );
}

/** The same for everything that an object or list contains. */
export function harmfulWithin(
  value: Value,
  frame: Frame,
  bits: number,
  kinds: ReadonlySet<SourceKind> = CLIENT_SOURCES,
): Taint | undefined {
  return taintsWithin(value, frame).find(
    ({ source, sanitizedFor }) => kinds.has(source.kind) && (sanitizedFor & bits) !== bits,
  );
}

/** The name of a source in a description. */
export const describeSource = ({ source }: Taint): string =>
  source.kind === 'tool-parameter'
    ? `the tool parameter \`${source.name}\``
    : source.kind === 'http-request'
      ? 'the HTTP request'
      : source.name;

/** The common fields of a finding about a flow into a call. */
export const flowInto = (event: CallEvent, taint: Taint, sink: string): Omit<Found, 'description'> => ({
  at: event.frame,
  lines: event.node,
  sink,
  taint,
  confidence: 'high',
});
