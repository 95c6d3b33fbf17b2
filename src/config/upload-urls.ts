import { hkdfSync } from 'node:crypto';
import type { ConfigReader } from './config-reader.js';
import type { SecretSource } from './generated-secret.js';
import { IDP_KEYS } from './idp.js';
import type { EnterpriseSettings, OssSettings } from './registry-auth.js';

/**
 * The key that signs the upload URLs of the hub, as base64url. It is derived from a secret that all servers share, so
 * that each verifies the URLs of the others, and reveals nothing about that secret.
 */
export function uploadUrlKey(
  reader: ConfigReader,
  auth: OssSettings | EnterpriseSettings,
  secretOf: SecretSource,
): string {
  const configured = reader.of(IDP_KEYS).read('session_secret');
  const shared = configured ?? (auth.mode === 'oss' ? auth.issuerSecret : secretOf('session_secret'));
  return Buffer.from(hkdfSync('sha256', shared, '', 'mcp-hub upload URLs', 32)).toString('base64url');
}
