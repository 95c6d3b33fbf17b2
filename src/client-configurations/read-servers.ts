import { readClientConfiguration } from './client-configuration.js';
import type { ServerEntry } from './server-entry.js';
import { readServerList } from './server-list.js';

/** A file that starts like a JSON object or has the extension is a configuration; anything else is a list. */
const isJson = (file: string, text: string): boolean =>
  /\.jsonc?$/i.test(file) || /^\s*[[{]/.test(text) || /^\s*\/[/*]/.test(text);

/**
 * The servers that a file names: a configuration as clients write it, or a plain list.
 * @param limit how many are read; the time that the rest would take is saved
 * @throws UnreadableConfiguration
 */
export const readServers = (file: string, text: string, limit = Infinity): ServerEntry[] =>
  isJson(file, text) ? readClientConfiguration(file, text, limit) : readServerList(file, text, limit);
