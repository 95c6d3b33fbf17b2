import { confidential, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { baseUrl, text } from './value-parsers.js';

export const REGISTRY_CLIENT_KEYS = {
  registry_url: optional(
    baseUrl('https', 'http'),
    'the registry of this server',
    'Where the hub reaches the registry, which uses the same database.',
  ),
  registry_service_token: confidential(
    optional(
      text,
      'in oss mode the hub issues its own JWTs; in enterprise mode nothing is published',
      'JWT with which the hub publishes to the registry (scope admin:publish) and reads what others have published there (scopes mcp:resolve and artifact:download on org/).',
    ),
  ),
};

/** The hub as a client of the registry. */
export interface RegistryClientSettings {
  /** Without a trailing slash. Absent: the registry of this process. */
  readonly url?: string;
  /** Absent: in oss mode the hub issues its own JWTs. */
  readonly serviceToken?: string;
}

export function registryClientSettings(reader: ConfigReader): RegistryClientSettings {
  const { read } = reader.of(REGISTRY_CLIENT_KEYS);
  const url = read('registry_url');
  const serviceToken = read('registry_service_token');
  return { ...(url !== undefined && { url }), ...(serviceToken !== undefined && { serviceToken }) };
}
