import { ConfigError } from './config/config-error.js';
import type { Environment } from './config/config-reader.js';
import { loadConfig } from './config/load-config.js';

/** Prints what prevents the server from starting. */
async function explanation(error: unknown): Promise<string> {
  if (error instanceof ConfigError) return error.message;
  const { explain } = await import('./explain.js');
  return explain(error);
}

/** Runs the server until a signal ends it; a start that fails ends the process. @param environment that of the process by default */
export async function runServer(environment?: Environment): Promise<void> {
  try {
    const config = loadConfig(environment);
    // Loaded here, after the configuration check, because loading takes a second.
    const { startServer } = await import('./start-server.js');
    await startServer(config);
  } catch (error) {
    process.stderr.write(`${await explanation(error)}\n`);
    process.exit(1);
  }
}
