import type { OfferedItems } from '@mcp-hub/analyzer';
import canonicalize from 'canonicalize';
import { sha256Of } from '../../../common/values/sha256-digest.js';

/** The SHA-256 of the canonical JSON (RFC 8785) of what a version offers, `sha256:<hex>`; null if that is not known. */
export function surfaceDigest(offered: OfferedItems | undefined): string | null {
  const text = offered === undefined ? undefined : canonicalize(offered);
  return text === undefined ? null : sha256Of(text);
}
