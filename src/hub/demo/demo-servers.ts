/** The name of the demo in audit trails, and what is named after it: its organization and the token of that. */
export const DEMO = 'demo';

/** A server of the demo. */
export interface DemoServer {
  /** `owner/slug` in the catalog. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly repoUrl: string;
  /** Name of its npm package; absent for the example, which is a folder of the product. */
  readonly npm?: string;
}

const REFERENCE_SERVERS = 'https://github.com/modelcontextprotocol/servers';

/** The vulnerable example, in `examples/vulnerable-server`. */
const DEMO_EXAMPLE = {
  name: 'examples/vulnerable-server',
  version: '1.0.0',
  description: 'An example with a deliberate vulnerability; do not use it',
  repoUrl: '',
} as const satisfies DemoServer;

/** Real servers. The same versions are development dependencies, for machines without network. */
export const DEMO_PACKAGES = [
  {
    name: 'modelcontextprotocol/filesystem',
    npm: '@modelcontextprotocol/server-filesystem',
    version: '2026.8.31',
    description: 'Reads and writes files in the folders it is given',
    repoUrl: REFERENCE_SERVERS,
  },
  {
    name: 'modelcontextprotocol/memory',
    npm: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    description: 'Remembers facts in a graph',
    repoUrl: REFERENCE_SERVERS,
  },
  {
    name: 'modelcontextprotocol/sequential-thinking',
    npm: '@modelcontextprotocol/server-sequential-thinking',
    version: '2026.8.31',
    description: 'Structures long chains of thought',
    repoUrl: REFERENCE_SERVERS,
  },
  {
    name: 'modelcontextprotocol/everything',
    npm: '@modelcontextprotocol/server-everything',
    version: '2026.8.31',
    description: 'Shows everything that the protocol has, for tests of clients',
    repoUrl: REFERENCE_SERVERS,
  },
  {
    name: 'domdomegg/airtable',
    npm: 'airtable-mcp-server',
    version: '1.14.0',
    description: 'Reads and writes Airtable databases',
    repoUrl: 'https://github.com/domdomegg/airtable-mcp-server',
  },
] as const satisfies readonly DemoServer[];

/** All servers of the demo. */
export const DEMO_SERVERS: readonly DemoServer[] = [...DEMO_PACKAGES, DEMO_EXAMPLE];
