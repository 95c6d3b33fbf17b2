import { Option, type Command } from 'commander';
import { canonicalUuid, isUuid } from '../../common/values/uuid.js';
import { CommandFailure } from '../command-failure.js';
import { readServerAddress, type HubConnection } from './hub-client.js';

/** The options of commands that ask a hub. */
export interface HubOptions {
  readonly server?: string;
  readonly token?: string;
  readonly org?: string;
  readonly environment?: string;
}

/** A hub, and the organization whose policies are meant. */
export interface HubTarget {
  readonly connection: HubConnection;
  readonly orgId: string;
}

/** Adds the options, each with its environment variable. */
export function addHubOptions(command: Command): Command {
  return command
    .addOption(new Option('--server <url>', 'the address of mcp-hub').env('MCP_HUB_URL'))
    .addOption(new Option('--token <token>', 'a service token; better in the variable').env('MCP_HUB_TOKEN'))
    .addOption(new Option('--org <id>', 'the id of the organization').env('MCP_HUB_ORG'))
    .addOption(
      new Option('--environment <name>', 'the environment whose policies apply').env('MCP_HUB_ENVIRONMENT'),
    );
}

/** The value of an option. @throws CommandFailure naming the option and its variable */
function required(value: string | undefined, option: string, variable: string): string {
  if (value === undefined || value.trim() === '')
    throw new CommandFailure(`set ${variable}, or give ${option}`);
  return value.trim();
}

/** @throws CommandFailure for what is missing or invalid, naming the option */
export function readHubTarget({ server, token, org }: HubOptions): HubTarget {
  const address = readServerAddress(required(server, '--server', 'MCP_HUB_URL'));
  const secret = required(token, '--token', 'MCP_HUB_TOKEN');
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new CommandFailure('the token in MCP_HUB_TOKEN has characters that no token has');
  const orgId = canonicalUuid(required(org, '--org', 'MCP_HUB_ORG'));
  if (!isUuid(orgId))
    throw new CommandFailure('--org (MCP_HUB_ORG) must be the id of an organization, a UUID');
  return { connection: { server: address, token: secret }, orgId };
}

const ENVIRONMENT = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/** @throws CommandFailure for a name that no environment can have */
export function readEnvironment({ environment }: HubOptions): string {
  const name = required(environment, '--environment', 'MCP_HUB_ENVIRONMENT');
  if (!ENVIRONMENT.test(name))
    throw new CommandFailure(
      '--environment (MCP_HUB_ENVIRONMENT) must be 1 to 100 printable ASCII characters',
    );
  return name;
}

/** The one thing that the command warns about: other users of the machine see the words of a command. */
export function warnOfVisibleToken(command: Command): void {
  if (command.getOptionValueSource('token') === 'cli')
    process.stderr.write('warning: the list of processes shows --token; set MCP_HUB_TOKEN instead\n');
}
