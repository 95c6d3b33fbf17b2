import { countsAtMost, isObject } from '../../common/values/json.js';
import { PACKAGE_MAX_LENGTH } from '../../common/values/names.js';

/** What a manifest must agree with. */
export interface ManifestSubject {
  /** `<org>/<name>` of the path. */
  readonly packageId: string;
  readonly version: string;
}

/** The first fault of a manifest. */
export interface ManifestFault {
  readonly field: string;
  readonly rule: string;
}

type FaultOf = (field: string, rule: string) => ManifestFault;

/** Maximum number of values at all depths of a manifest, which bounds the cost of checking it. */
export const MAX_MANIFEST_VALUES = 10_000;
/** Maximum length of the checked strings. */
export const MAX_TEXT = 1024;
/** Maximum number of arguments of a command, including the program. */
export const MAX_COMMAND = 256;

const TEXT_RULE = `must be a string of 1 to ${MAX_TEXT} characters`;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;

/**
 * Checks the shape of a manifest (registry contract 7). Additional fields are allowed and kept. Returns the first
 * fault, or undefined.
 */
export function manifestFault(manifest: unknown, subject: ManifestSubject): ManifestFault | undefined {
  const fault: FaultOf = (field, rule) => ({
    field: field === '' ? 'manifest_json' : `manifest_json.${field}`,
    rule,
  });
  if (!isObject(manifest)) return fault('', 'must be an object');
  if (!countsAtMost(manifest, MAX_MANIFEST_VALUES)) {
    return fault('', `must hold at most ${MAX_MANIFEST_VALUES} values`);
  }
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
  if (!isText(runtime['type'])) return fault('runtime.type', TEXT_RULE);
  if (!isText(runtime['version'])) return fault('runtime.version', TEXT_RULE);
  return entrypointFault(entrypoint, fault) ?? unlessCanonical(manifest, fault);
}

// Publishing warns about a manifest without it (registry contract 19). Null counts as absent, and is stored as it was sent.
function entrypointFault(entrypoint: unknown, fault: FaultOf): ManifestFault | undefined {
  if (entrypoint === undefined || entrypoint === null) return undefined;
  if (!isObject(entrypoint)) return fault('entrypoint', 'must be an object');
  const command = entrypoint['command'];
  if (command === undefined || command === null) return undefined;
  const isCommand = Array.isArray(command) && command.length > 0 && command.length <= MAX_COMMAND;
  if (isCommand && command.every(isText)) return undefined;
  return fault(
    'entrypoint.command',
    `must be an array of 1 to ${MAX_COMMAND} strings of 1 to ${MAX_TEXT} characters`,
  );
}

const unlessCanonical = (manifest: object, fault: FaultOf): ManifestFault | undefined =>
  isCanonicalizable(manifest)
    ? undefined
    : fault('', 'must hold finite numbers and well-formed Unicode only');

// RFC 8785 is defined for I-JSON (RFC 7493): no lone surrogates, no infinities. JSON.parse accepts both.
function isCanonicalizable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, child]) => key.isWellFormed() && isCanonicalizable(child));
}
