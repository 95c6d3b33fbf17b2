import type { AppConfig } from '../config/app-config.js';
import { loadConfig } from '../config/load-config.js';

/** The configuration of a command, which neither signs nor verifies anything, so no secrets are generated. */
export const loadCommandConfig = (): AppConfig => loadConfig(undefined, { needsSecrets: false });
