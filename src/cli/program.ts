import { Command } from 'commander';
import type { Recording } from '../auth/trail/records.decorator.js';
import { PRODUCT_VERSION } from '../common/operation/product-version.js';
import { DEMO, RUN, START } from './command-names.js';
import { addHelp } from './help.js';
import { escapedLines } from './print.js';
import { READS, records } from './recording.js';

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** What it records, unless it has subcommands. */
  readonly recording?: Recording;
  /** Loads the modules of the command, and defines its arguments, options and action. */
  readonly define: (command: Command) => void | Promise<void>;
}

// Most commands need most of the product, which takes a second to load, so each is loaded on demand.
const COMMANDS: readonly CommandEntry[] = [
  {
    name: START,
    description: 'run the server; without any configuration, on an embedded database in ./data',
    recording: {
      none: 'what a server does is recorded by what it does; its first administrator is user.created',
    },
    define: (command) => {
      command.action(async () => {
        await (await import('../server/run-server.js')).runServer();
      });
    },
  },
  {
    name: DEMO,
    description: 'run the server, and analyze five real MCP servers and a vulnerable example',
    recording: { none: 'it is a server; its MCPs are mcp.created, by the actor demo' },
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
    recording: READS,
    define: async (command) => (await import('./newest.command.js')).defineNewest(command),
  },
  {
    name: 'verify-evidence',
    description: 'verify an export of evidence with the public keys alone, without configuration or network',
    recording: READS,
    define: async (command) => (await import('./verify-evidence.command.js')).defineVerifyEvidence(command),
  },
  {
    name: 'gate',
    description: 'evaluate the MCP servers in configurations of clients, for pipelines',
    recording: { none: 'the hub keeps each evaluation' },
    define: async (command) => (await import('./gate/gate.command.js')).defineGate(command),
  },
  {
    name: RUN,
    description: 'start an MCP server from the bytes that were certified, if the decisions allow it',
    recording: {
      none: 'it asks the hub for signed decisions, which are public to the owner of their address',
    },
    define: async (command) => (await import('./run/run.command.js')).defineRun(command),
  },
  {
    name: 'login',
    description: 'keep what run needs: addresses, the key of the decisions, a token of the registry',
    recording: { none: 'it changes a file of the user; the registry records its logins' },
    define: async (command) => (await import('./login/login.command.js')).defineLogin(command),
  },
  {
    name: 'logout',
    description: 'forget what login has kept',
    recording: { none: 'it changes a file of the user' },
    define: async (command) => (await import('./login/login.command.js')).defineLogout(command),
  },
  {
    name: 'cache',
    description: 'list, verify and remove what run has fetched',
    define: async (command) => (await import('./cache/cache.command.js')).defineCache(command),
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
    recording: { none: 'migrations are recorded in their own table' },
    define: async (command) => (await import('./migrate.command.js')).defineMigrate(command),
  },
  {
    name: 'openapi',
    description: 'print the OpenAPI document of the registry, or of the hub (v1)',
    recording: READS,
    define: async (command) => (await import('./openapi.command.js')).defineOpenapi(command),
  },
  {
    name: 'configuration',
    description: 'print the reference of all configuration keys',
    recording: READS,
    define: async (command) => (await import('./configuration.command.js')).defineConfiguration(command),
  },
];

/** The names of all commands. */
export const commandNames = (): readonly string[] => COMMANDS.map(({ name }) => name);

/** All commands; only those named in `words` are fully defined. */
export async function programFor(words: readonly string[]): Promise<Command> {
  const program = new Command('mcp-hub')
    .description(
      'Starts and administers mcp-hub. Commands that administer it read the same configuration as the server.',
    )
    .version(PRODUCT_VERSION, '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(escapedLines(text)) });
  for (const { name, description, recording, define } of COMMANDS) {
    const command = program.command(name).description(description);
    if (!words.includes(name)) continue;
    if (recording !== undefined) records(command, recording);
    await define(command);
    if (command.commands.length > 0) addHelp(command);
  }
  addHelp(program);
  return program;
}
