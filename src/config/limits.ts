import { key } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { integer } from './value-parsers.js';

const MIB = 1024 * 1024;
const bytes = integer(1, 1024 * MIB);

export const LIMIT_KEYS = {
  'limits.bundle_bytes': key(bytes, 100 * MIB, 'Largest bundle in bytes.'),
  'limits.manifest_bytes': key(bytes, 10 * MIB, 'Largest manifest in bytes.'),
  'limits.evidence_bytes': key(bytes, 50 * MIB, 'Largest evidence artifact in bytes.'),
  'limits.request_timeout': key(integer(1, 3600), 30, 'Seconds after which a request is aborted.'),
};

/** Bounds of requests. */
export interface LimitSettings {
  readonly bundleBytes: number;
  readonly manifestBytes: number;
  readonly evidenceBytes: number;
  readonly requestTimeoutSeconds: number;
}

export function limitSettings(reader: ConfigReader): LimitSettings {
  const { read } = reader.of(LIMIT_KEYS);
  return {
    bundleBytes: read('limits.bundle_bytes'),
    manifestBytes: read('limits.manifest_bytes'),
    evidenceBytes: read('limits.evidence_bytes'),
    requestTimeoutSeconds: read('limits.request_timeout'),
  };
}
