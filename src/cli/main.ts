import { Command, CommanderError } from 'commander';
import { PRODUCT_VERSION } from '../common/operation/product-version.js';
import { addHelp } from './help.js';
import { endAtInterrupt, endAtOutputFailures } from './output-failures.js';
import { escapedLines } from './print.js';

/** Names of the commands that run the server. */
const START = 'start';
const DEMO = 'demo';

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Loads the modules of the command, and defines its arguments, options and action. */
  readonly define: (command: Command) => void | Promise<void>;
}

// Most commands need most of the product, which takes a second to load, so each is loaded on demand.
const COMMANDS: readonly CommandEntry[] = [
  {
    name: START,
    description: 'run the server; without any configuration, on an embedded database in ./data',
    define: (command) => {
      command.action(async () => {
        await (await import('../run-server.js')).runServer();
      });
    },
  },
  {
    name: DEMO,
    description: 'run the server, and analyze five real MCP servers and a vulnerable example',
    define: async (command) => (await import('./demo.command.js')).defineDemo(command),
  },
  {
    name: 'users',
    description: 'manage local users (oss mode)',
    define: async (command) => (await import('./users.command.js')).defineUsers(command),
  },
  {
    name: 'tokens',
    description: 'list and revoke API tokens of both kinds',
    define: async (command) => (await import('./tokens.command.js')).defineTokens(command),
  },
  {
    name: 'members',
    description: 'manage the members of organizations',
    define: async (command) => (await import('./members.command.js')).defineMembers(command),
  },
  {
    name: 'artifacts',
    description: 'manage stored artifacts',
    define: async (command) => (await import('./artifacts.command.js')).defineArtifacts(command),
  },
  {
    name: 'advisories',
    description: 'manage advisories about dependencies',
    define: async (command) => (await import('./advisories.command.js')).defineAdvisories(command),
  },
  {
    name: 'snapshots',
    description: 'verify the evidence of analyses',
    define: async (command) => (await import('./snapshots.command.js')).defineSnapshots(command),
  },
  {
    name: 'newest',
    description: 'list MCPs whose newest version is not the one created last; also before an upgrade',
    define: async (command) => (await import('./newest.command.js')).defineNewest(command),
  },
  {
    name: 'verify-evidence',
    description: 'verify an export of evidence with the public keys alone, without configuration or network',
    define: async (command) => (await import('./verify-evidence.command.js')).defineVerifyEvidence(command),
  },
  {
    name: 'gate',
    description: 'evaluate the MCP servers in configurations of clients, for pipelines',
    define: async (command) => (await import('./gate/gate.command.js')).defineGate(command),
  },
  {
    name: 'policy',
    description: 'export the policies of an organization as managed settings of clients',
    define: async (command) => (await import('./policy/policy.command.js')).definePolicy(command),
  },
  {
    name: 'analyses',
    description: 'list and start analyses',
    define: async (command) => (await import('./analyses.command.js')).defineAnalyses(command),
  },
  {
    name: 'migrate',
    description: 'bring the database up to date',
    define: async (command) => (await import('./migrate.command.js')).defineMigrate(command),
  },
  {
    name: 'openapi',
    description: 'print the OpenAPI document of the registry, or of the hub (v1)',
    define: async (command) => (await import('./openapi.command.js')).defineOpenapi(command),
  },
  {
    name: 'configuration',
    description: 'print the reference of all configuration keys',
    define: async (command) => (await import('./configuration.command.js')).defineConfiguration(command),
  },
];

/** All commands; only those named in `words` are fully defined. */
async function programFor(words: readonly string[]): Promise<Command> {
  const program = new Command('mcp-hub')
    .description(
      'Starts and administers mcp-hub. Commands that administer it read the same configuration as the server.',
    )
    .version(PRODUCT_VERSION, '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(escapedLines(text)) });
  for (const { name, description, define } of COMMANDS) {
    const command = program.command(name).description(description);
    if (!words.includes(name)) continue;
    await define(command);
    if (command.commands.length > 0) addHelp(command);
  }
  addHelp(program);
  return program;
}

const words = process.argv.slice(2);
// A server keeps running when its output cannot be written, and ends by itself at Ctrl-C.
if (words[0] !== START && words[0] !== DEMO) {
  endAtOutputFailures();
  endAtInterrupt();
}
try {
  const program = await programFor(words);
  await program.parseAsync();
} catch (error) {
  // Commander has printed why already; `--help` ends here too.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
  } else {
    const { explain } = await import('../explain.js');
    process.stderr.write(`${escapedLines(explain(error))}\n`);
    process.exitCode = 1;
  }
}
