import { taintsHere } from '../../engine/derive.js';
import type { CallEvent, Frame } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/objects.js';
import { CLIENT_SOURCES, SanitizedFor, type SourceKind, type Taint } from '../../engine/taint.js';
import { constantOf, type Value } from '../../engine/value.js';
import type { Confidence } from '../../findings/finding.js';
import type { Found } from '../rule.js';

/** An argument of a call by its place and, if it has one, its name; or what it is called on. The same for models and rules. */
export { given as argument } from '../../models/model.js';

/** An argument by its name alone; undefined when it is not given. */
export const named = (event: CallEvent, name: string): Value | undefined => event.arguments.named.get(name);

/** A field of the options object among a call's arguments: `{ shell: true }`. */
export function option(event: CallEvent, name: string): Value | undefined {
  for (const value of event.arguments.positional)
    for (const { fields } of value.objects) {
      const field = fields.get(name);
      if (field) return field;
    }
  return event.arguments.named.get(name);
}

/** Whether a value may be something: it is the constant, or one of several. */
export const maybe = (value: Value | undefined, constant: string | number | boolean | null): boolean =>
  value?.constants?.includes(constant) ?? false;

/** Whether a value is surely a constant. */
export const surely = (value: Value | undefined, constant: string | number | boolean | null): boolean =>
  constantOf(value) === constant;

/**
 * The first source of some kinds that can still do harm in a value.
 * @param bits what harmless values are marked with: bits of SanitizedFor
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

/** The same, of all that an object or list holds. */
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

/** How sure a flow is: less where some check was made whose worth is not known. */
export const confidenceOf = (taint: Taint, usual: Confidence = 'high'): Confidence =>
  (taint.sanitizedFor & SanitizedFor.DOUBT) === 0 ? usual : usual === 'high' ? 'medium' : 'low';

/** How a source is named in a description. */
export const describeSource = ({ source }: Taint): string =>
  source.kind === 'tool-parameter'
    ? `the tool parameter \`${source.name}\``
    : source.kind === 'http-request'
      ? 'the HTTP request'
      : source.name;

/** What a flow into a call has in common, for a finding. */
export const flowInto = (event: CallEvent, taint: Taint, sink: string): Omit<Found, 'description'> => ({
  at: event.frame,
  lines: event.node,
  sink,
  taint,
  confidence: confidenceOf(taint),
});
