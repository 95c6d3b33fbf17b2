import { REGISTRY_PREFIX } from '../auth/rules/access-rule.js';
import type { ApiSurface, OutgoingError } from '../common/http/api-surface.js';
import type { ErrorKind } from '../common/errors/error-kind.js';

/** Codes that differ from the kind of error. */
const CODES: Partial<Record<ErrorKind, string>> = { rate_limited: 'too_many_requests' };

// Older clients read only the first 1024 bytes (registry contract 15), and the body contains the message twice.
const MAX_BODY_BYTES = 1000;
const MAX_MESSAGE_BYTES = 400;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The message, truncated at a character boundary if its JSON exceeds its share of the body. */
function shortened(message: string): string {
  if (jsonBytes(message) <= MAX_MESSAGE_BYTES) return message;
  let short = '';
  let bytes = jsonBytes('…');
  for (const character of message) {
    bytes += jsonBytes(character) - jsonBytes('');
    if (bytes > MAX_MESSAGE_BYTES) break;
    short += character;
  }
  return `${short}…`;
}

/**
 * The registry's error body: `error.code`, `error.message`, `error.details`, and the message again at the top level.
 * Some texts of `error.message` are fixed (registry contract 15), and older clients show only the top-level message, so
 * hints are in that one and in `details`.
 */
export function registryErrorBody({
  kind,
  message,
  details: given,
  hint,
}: Omit<OutgoingError, 'requestId'>): object {
  const text = shortened(message);
  const body = (shown: object): object => ({
    message: hint === undefined ? text : shortened(`${message}: ${hint}`),
    error: { code: CODES[kind] ?? kind, message: text, details: shown },
  });
  const details = hint === undefined ? given : { ...given, hint };
  const { faults: _faults, ...first } = details;
  // Drop the list of all faults first, then everything except the message.
  return [details, first].map(body).find((whole) => jsonBytes(whole) <= MAX_BODY_BYTES) ?? body({});
}

/** The registry API, `/v1`. */
export const registrySurface: ApiSurface = {
  name: 'registry',
  prefix: REGISTRY_PREFIX,
  errorBody: registryErrorBody,
};
