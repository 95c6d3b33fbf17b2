import { hkdfSync } from 'node:crypto';
import type { SigningSettings } from './signing.js';

/**
 * The key that signs the upload URLs of the hub, as base64url. It is derived from the signing key, which all servers share,
 * so that each verifies the URLs of the others, and reveals nothing about that key.
 */
export const uploadUrlKey = ({ key }: SigningSettings): string =>
  Buffer.from(hkdfSync('sha256', key.d, '', 'mcp-hub upload URLs', 32)).toString('base64url');
