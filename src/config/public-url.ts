import type { ConfigReader } from './config-reader.js';

/** Where the OpenID provider is that is built in, below the public URL. */
export const PROVIDER_PATH = '/oidc';

/** Where clients reach the server, without a trailing slash. */
export const publicUrlOf = (reader: ConfigReader): string =>
  reader.read('public_url') ?? `http://localhost:${reader.read('port')}`;
