import { taintsHere } from '../../engine/derive.js';
import type { CallEvent, Frame } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/objects.js';
import { CLIENT_SOURCES, SanitizedFor, type SourceKind, type Taint } from '../../engine/taint.js';
import { constantOf, type Value } from '../../engine/value.js';
import type { Confidence } from '../../findings/finding.js';
import type { Found } from '../rule.js';

/** An argument of a call by its index and, if it has one, its name; or the receiver. Shared by models and rules. */
export { given as argument } from '../../models/model.js';

/** An argument by name only; undefined if absent. */
export const named = (event: CallEvent, name: string): Value | undefined => event.arguments.named.get(name);

/** A field of an options object among the arguments: `{ shell: true }`. */
export function option(event: CallEvent, name: string): Value | undefined {
  for (const value of event.arguments.positional)
    for (const { fields } of value.objects) {
      const field = fields.get(name);
      if (field) return field;
    }
  return event.arguments.named.get(name);
}

/** Whether a constant is among the possible values. */
export const maybe = (value: Value | undefined, constant: string | number | boolean | null): boolean =>
  value?.constants?.includes(constant) ?? false;

/** Whether a value is certainly this constant. */
export const surely = (value: Value | undefined, constant: string | number | boolean | null): boolean =>
  constantOf(value) === constant;

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

/** The confidence of a flow: lower after a check whose effect is unknown. */
export const confidenceOf = (taint: Taint, usual: Confidence = 'high'): Confidence =>
  (taint.sanitizedFor & SanitizedFor.DOUBT) === 0 ? usual : usual === 'high' ? 'medium' : 'low';

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
  confidence: confidenceOf(taint),
});
