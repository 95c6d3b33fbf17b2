import canonicalize from 'canonicalize';
import { isObject } from '../../common/values/json.js';
import { PACKAGE_MAX_LENGTH } from '../../common/values/names.js';

/** What a manifest must agree with. */
export interface ManifestSubject {
  /** `<org>/<name>` of the path. */
  readonly packageId: string;
  readonly version: string;
}

/** The first thing that is wrong with a manifest. */
export interface ManifestFault {
  readonly field: string;
  readonly rule: string;
}

const MAX_TEXT = 1024;
const MAX_COMMAND = 256;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;

/**
 * Checks a manifest against the shape of the registry's spec (Manifest). Further fields are allowed and kept. Answers
 * the first fault, or undefined.
 */
export function manifestFault(manifest: unknown, subject: ManifestSubject): ManifestFault | undefined {
  const fault = (field: string, rule: string): ManifestFault => ({
    field: field === '' ? 'manifest_json' : `manifest_json.${field}`,
    rule,
  });
  if (!isObject(manifest)) return fault('', 'must be an object');
  const { schema_version: schemaVersion, package: pack, runtime, entrypoint } = manifest;
  if (!Number.isSafeInteger(schemaVersion) || Number(schemaVersion) < 1) {
    return fault('schema_version', 'must be a positive integer');
  }
  if (!isObject(pack)) return fault('package', 'must be an object');
  if (pack['id'] !== subject.packageId) {
    return fault(
      'package.id',
      `must be the package of the path, ${subject.packageId.slice(0, PACKAGE_MAX_LENGTH * 2)}`,
    );
  }
  if (pack['version'] !== subject.version) return fault('package.version', 'must equal version');
  if (!isObject(runtime)) return fault('runtime', 'must be an object');
  if (!isText(runtime['type'])) return fault('runtime.type', 'must be a non-empty string');
  if (!isText(runtime['version'])) return fault('runtime.version', 'must be a non-empty string');
  if (!isObject(entrypoint)) return fault('entrypoint', 'must be an object');
  const command = entrypoint['command'];
  const isCommand = Array.isArray(command) && command.length > 0 && command.length <= MAX_COMMAND;
  if (!isCommand || !command.every(isText)) {
    return fault('entrypoint.command', `must be an array of 1 to ${MAX_COMMAND} non-empty strings`);
  }
  if (!isCanonicalizable(manifest)) return fault('', 'must hold finite numbers and well-formed Unicode only');
  return undefined;
}

// RFC 8785 is defined for I-JSON (RFC 7493): no lone surrogates, no infinities. JSON.parse lets both through.
function isCanonicalizable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, child]) => key.isWellFormed() && isCanonicalizable(child));
}

/** The bytes under which a manifest is stored, served and hashed: its canonical form (RFC 8785). */
export function canonicalManifest(manifest: object): Buffer {
  const text = canonicalize(manifest);
  if (text === undefined) throw new Error('a JSON object has a canonical form');
  return Buffer.from(text);
}
