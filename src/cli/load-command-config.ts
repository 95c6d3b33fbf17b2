import type { AppConfig } from '../config/app-config.js';
import { loadConfig } from '../config/load-config.js';

/** The configuration of a command: it signs and checks nothing, so none of the server's secrets is made for it. */
export const loadCommandConfig = (): AppConfig => loadConfig(undefined, { needsSecrets: false });
