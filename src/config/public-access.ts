import { key } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { boolean } from './value-parsers.js';

export const PUBLIC_ACCESS_KEYS = {
  'public.read_catalog': key(boolean, false, 'Show public packages in the catalog without authentication.'),
  'public.download_artifacts': key(
    boolean,
    false,
    'Resolve and download published versions of public packages, with their evidence, without authentication.',
  ),
};

/** What anonymous callers of the registry may do. */
export interface PublicAccessSettings {
  readonly readCatalog: boolean;
  readonly downloadArtifacts: boolean;
}

export function publicAccessSettings(reader: ConfigReader): PublicAccessSettings {
  const { read } = reader.of(PUBLIC_ACCESS_KEYS);
  return {
    readCatalog: read('public.read_catalog'),
    downloadArtifacts: read('public.download_artifacts'),
  };
}
