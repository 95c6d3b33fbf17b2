import { key } from './config-key.js';
import type { ConfigReader, Environment } from './config-reader.js';
import { boolean } from './value-parsers.js';

export const DEMO_KEYS = {
  demo: key(
    boolean,
    false,
    'Analyze a few real MCP servers and a vulnerable example at the start, unless they are in the catalog, and make an organization for the first administrator. With NODE_ENV=production only together with allow_embedded.',
  ),
};

/** @param mayEmbed whether this is a development machine, or a single small one */
export function hasDemo(reader: ConfigReader, mayEmbed: boolean): boolean {
  const { read, fault } = reader.of(DEMO_KEYS);
  const isDemo = read('demo');
  if (isDemo && !mayEmbed)
    fault('demo', 'be false in production (or set ALLOW_EMBEDDED=true for a single small machine)');
  return isDemo;
}

/** The environment of a server that starts with the demo, whose lines the log of requests would hide. */
export const demoEnvironment = (environment: Environment = process.env): Environment => ({
  LOG_LEVEL: 'warn',
  ...environment,
  DEMO: 'true',
});
