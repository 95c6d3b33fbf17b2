import { createLogger } from '../common/logging/logger.js';
import { say, sayEarlyWarnings } from '../common/logging/process-warnings.js';
import { endProcess } from './process-end.js';
import type { AppConfig } from '../config/app-config.js';
import { ConfigError } from '../config/config-error.js';
import type { Environment } from '../config/config-reader.js';
import { loadConfig } from '../config/load-config.js';

/** Prints what prevents the server from starting. */
async function explanation(error: unknown): Promise<string> {
  if (error instanceof ConfigError) return error.message;
  const { explain } = await import('./explain.js');
  return explain(error);
}

/** Runs the server until a signal ends it; a start that fails ends the process. @param environment that of the process by default */
export async function runServer(environment?: Environment): Promise<void> {
  let config: AppConfig | undefined;
  try {
    config = loadConfig(environment);
    // Loaded here, after the configuration check, because loading takes a second.
    const { startServer } = await import('./start-server.js');
    await startServer(config);
  } catch (error) {
    sayEarlyWarnings();
    const text = await explanation(error);
    say(text);
    endProcess(createLogger(config?.logLevel ?? 'info'), 1, 'the start failed', { explanation: text });
  }
}
