import type { Frame } from '../frame.js';
import type { ValueFactory } from '../machine.js';
import { isSecretName, isSurelySecretName } from '../values/secret-names.js';
import { joinTaints, SanitizedFor, SANITIZED_FOR_ALL, type SourceKind, type Taint } from '../values/taint.js';
import type { Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };

/** Sources that other programs and people write. */
const FOREIGN: ReadonlySet<SourceKind> = new Set([
  'remote-content',
  'file-content',
  'database-content',
  'command-output',
  'http-request',
]);

/** Fields with free text that people have written, of any length. */
const PROSE = new Set(names.foreignFields.prose);

/** The source name of an error's stack trace. */
export const STACK_TRACE = 'the stack trace of an error';
const STACKS = new Set(['stack', 'stackTrace', '__traceback__']);

/** Fields of a response that describe the outcome of the request. */
const STATUS = new Set(['status', 'statusCode', 'status_code', 'StatusCode', 'ok', 'Status', 'is_success']);

/** Metadata of a response: short, not prose. */
const HEADERS = new Set(['headers', 'Header', 'Headers', 'url', 'URL', 'history', 'cookies']);

/**
 * What the name of a field of an external value implies: a secret is a secret whatever it came with, and free text
 * stays dangerous even after it was parsed as data.
 */
export function foreignField(
  value: Value,
  property: string,
  frame: Frame,
  line: number,
  machine: ValueFactory,
): Value {
  if (STACKS.has(property) && value.taints.some(({ source }) => source.kind === 'exception')) {
    const stack = machine.source('exception', STACK_TRACE, frame, line);
    return { ...value, taints: joinTaints([stack], value.taints) };
  }
  return namedField(withoutSecrets(value, property), property, frame, line, machine);
}

function namedField(
  value: Value,
  property: string,
  frame: Frame,
  line: number,
  machine: ValueFactory,
): Value {
  const foreign = value.taints.some(({ source }) => FOREIGN.has(source.kind));
  if (!foreign) return value;
  if (isSurelySecretName(property)) {
    const secret = machine.source('secret', `\`${property}\``, frame, line);
    return { ...value, taints: joinTaints([secret], value.taints) };
  }
  if (HEADERS.has(property)) return { ...value, taints: value.taints.map(asHeader) };
  if (STATUS.has(property)) return { ...value, taints: value.taints.map(asStatus) };
  return proseField(value, property);
}

/** A field of data whose name says that it holds free text. */
export const proseField = (value: Value, property: string): Value =>
  PROSE.has(property.toLowerCase()) && value.taints.some(({ source }) => FOREIGN.has(source.kind))
    ? { ...value, taints: value.taints.map(asProse) }
    : value;

/** A secret has no fields; if a value holds one among others, the name of the field decides. */
export function withoutSecrets(value: Value, property: string): Value {
  if (isSecretName(property) || !value.taints.some(({ source }) => source.kind === 'secret')) return value;
  return { ...value, taints: value.taints.filter(({ source }) => source.kind !== 'secret') };
}

const asHeader = (taint: Taint): Taint =>
  taint.source.kind === 'remote-content'
    ? { ...taint, sanitizedFor: taint.sanitizedFor | SanitizedFor.PARSED | SanitizedFor.FIELDS }
    : taint;

const asStatus = (taint: Taint): Taint =>
  taint.source.kind === 'remote-content' && (taint.sanitizedFor & SanitizedFor.PARSED) === 0
    ? { ...taint, sanitizedFor: taint.sanitizedFor | SANITIZED_FOR_ALL }
    : taint;

const asProse = (taint: Taint): Taint =>
  (taint.sanitizedFor & SanitizedFor.PARSED) === 0 || taint.source.kind === 'tool-parameter'
    ? taint
    : { ...taint, sanitizedFor: taint.sanitizedFor & ~SanitizedFor.FIELDS };
