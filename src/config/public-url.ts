import type { ConfigReader } from './config-reader.js';

/** Where clients reach the server, without a trailing slash. */
export const publicUrlOf = (reader: ConfigReader): string =>
  reader.read('public_url') ?? `http://localhost:${reader.read('port')}`;
