import { key } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { oneOf } from './value-parsers.js';

export const REGISTRY_KEYS = {
  'registry.default_visibility': key(
    oneOf('private', 'repository'),
    'private',
    'Visibility of a new package whose publish request has no `visibility`: private, or with `repository` the ' +
      '`repo_visibility` of that request.',
  ),
};

/** Where a new package gets its visibility from. */
export type DefaultVisibility = 'private' | 'repository';

export const defaultVisibility = (reader: ConfigReader): DefaultVisibility =>
  reader.of(REGISTRY_KEYS).read('registry.default_visibility');
