import { ConfigError } from './config/config-error.js';
import { loadConfig } from './config/load-config.js';

/** What keeps the server from starting, for the person at the terminal. */
async function explanation(error: unknown): Promise<string> {
  if (error instanceof ConfigError) return error.message;
  const { explain } = await import('./explain.js');
  return explain(error);
}

try {
  const config = loadConfig();
  // Loaded now, because that takes a second, and nobody should wait for it to hear of a wrong setting.
  const { startServer } = await import('./start-server.js');
  await startServer(config);
} catch (error) {
  process.stderr.write(`${await explanation(error)}\n`);
  process.exit(1);
}
