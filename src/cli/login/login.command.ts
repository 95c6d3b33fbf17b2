import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { currentDate, currentTime } from '../../common/values/clock.js';
import { userEnvironment } from '../../config/user-environment.js';
import { CommandFailure, exitUnusable, orFailure } from '../command-failure.js';
import { readServerAddress } from '../hub/hub-client.js';
import { print } from '../print.js';
import { askHub, decisionsAddress } from '../run/decisions/ask-hub.js';
import { DecisionsStore } from '../run/decisions/decisions-store.js';
import { UnusableDecisions, verifyDecisions } from '../run/decisions/read-known.js';
import { pinnedKey, registryLogin } from './login-requests.js';
import { loginFile, readLogin, UnusableLogin, type LoginSettings } from './login-settings.js';
import { UnsafeFile, writePrivateFile } from './private-file.js';
import { TerminalInput } from './terminal-input.js';
import { thisUser, userFolders, type UserFolders } from './user-folders.js';

interface LoginOptions {
  readonly server?: string;
  readonly registry?: string;
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly tokenStdin?: boolean;
  readonly allowList?: string;
  readonly key?: string;
  readonly org?: string;
  readonly environment?: string;
  readonly show?: boolean;
}

const MAX_SECRET = 16 * 1024;
/** An API token, or a JWT. */
const TOKEN = /^(?:[\x21-\x39\x3b-\x7e]+:[\x21-\x7e]+|[\w-]+\.[\w-]+\.[\w-]+)$/;

const foldersOfUser = (): UserFolders => userFolders(thisUser(userEnvironment()));

/** An option, or what the person at the terminal answers. */
async function given(value: string | undefined, question: string, input: TerminalInput): Promise<string> {
  const text = (value ?? (await input.ask(question))).trim();
  if (text === '') throw new CommandFailure(`nothing was given for: ${question}`);
  return text;
}

function allowListAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== '')
    throw new CommandFailure(
      '--allow-list must be the address of an allow list, as https://hub.example.com/allow/…',
    );
  return url.href.replace(/\/+$/, '');
}

type Credentials = Pick<LoginSettings, 'token' | 'token_expires_at'>;

/** What the registry is asked with. A password is not kept. */
async function credentials(
  { username, passwordStdin = false, tokenStdin = false }: LoginOptions,
  registry: string,
  input: TerminalInput,
): Promise<Credentials> {
  if (tokenStdin) {
    const token = (await input.line()).trim();
    if (!TOKEN.test(token) || token.length > MAX_SECRET)
      throw new CommandFailure(
        'the first line of standard input must be an API token of the registry, as id:secret, or a JWT',
      );
    return { token };
  }
  const name =
    username ?? (input.isInteractive ? await input.ask('User of the registry (empty for none)') : '');
  if (name === '') return {};
  const password = passwordStdin ? await input.line() : await input.ask(`Password of ${name}`, true);
  const { token, expiresInMs } = await registryLogin(registry, name, password);
  return { token, token_expires_at: new Date(currentTime() + expiresInMs).toISOString() };
}

type Chosen = Pick<LoginSettings, 'allow_list' | 'key' | 'organization' | 'environment'>;

/** The folder of an earlier login for the same decisions, so that what it has seen still counts. */
function decisionsFolder(chosen: Chosen, folders: UserFolders): string {
  const about = ({ allow_list: list, key, organization, environment }: Chosen): string =>
    JSON.stringify([list, key.kid, organization, environment]);
  try {
    const earlier = readLogin(folders);
    if (about(earlier) === about(chosen)) return earlier.decisions;
  } catch (error) {
    if (!(error instanceof UnusableLogin)) throw error;
  }
  return randomBytes(16).toString('base64url');
}

async function login(options: LoginOptions): Promise<number> {
  const folders = foldersOfUser();
  const input = new TerminalInput();
  const hub = readServerAddress(await given(options.server, 'Address of mcp-hub', input)).href;
  const registry = options.registry === undefined ? hub : readServerAddress(options.registry).href;
  const chosen = {
    hub,
    registry,
    allow_list: allowListAddress(await given(options.allowList, 'Address of the allow list', input)),
    key: await pinnedKey(hub, await given(options.key, 'Thumbprint of the key of mcp-hub', input)),
    organization: await given(options.org, 'Organization (id or slug)', input),
    environment: await given(options.environment, 'Environment', input),
    ...(await credentials(options, registry, input)),
  };
  const settings: LoginSettings = { ...chosen, decisions: decisionsFolder(chosen, folders) };
  await checkDecisions(settings, folders);
  writePrivateFile(loginFile(folders), `${JSON.stringify(settings, undefined, 2)}\n`);
  print(`kept in ${loginFile(folders)}`);
  return 0;
}

/** Reads the decisions once, so that a wrong address, key, organization or environment is found now. */
async function checkDecisions(settings: LoginSettings, folders: UserFolders): Promise<void> {
  const answer = await askHub(settings, undefined);
  const address = new URL(decisionsAddress(settings)).host;
  if (answer.kind === 'unchanged') throw new CommandFailure(`${address} answered without decisions`);
  if (answer.kind !== 'received') throw new CommandFailure(`the decisions cannot be read: ${answer.reason}`);
  const store = new DecisionsStore(folders, settings);
  try {
    const { seen, askAgainAt } = verifyDecisions(answer.bytes, settings, store.state()?.seen);
    store.keepEnvelope(answer.bytes);
    const { etag } = answer;
    store.keepState({ ...(etag !== undefined && { etag }), askedAt: currentTime(), askAgainAt, seen });
  } catch (error) {
    if (error instanceof UnusableDecisions) throw new CommandFailure(`nothing is kept: ${error.message}`);
    throw error;
  }
}

/** Everything but secrets: the address of an allow list is one. */
function show(): number {
  const {
    hub,
    registry,
    token,
    token_expires_at: expires,
    allow_list: list,
    key,
    organization,
    environment,
  } = readLogin(foldersOfUser());
  const isOver = expires !== undefined && Date.parse(expires) <= currentDate().getTime();
  const kept = token === undefined ? 'none' : 'kept';
  const until = expires === undefined ? '' : isOver ? `, ended ${expires}` : `, until ${expires}`;
  print(`server\t${hub}`);
  print(`registry\t${registry}`);
  print(`registry token\t${kept}${until}`);
  print(`allow list\tkept, at ${new URL(list).host}`);
  print(`key\t${key.kid}`);
  print(`organization\t${organization}`);
  print(`environment\t${environment}`);
  return 0;
}

/** What cannot be read of a user is no fault of the program. */
async function explained(work: () => Promise<number> | number): Promise<number> {
  return await orFailure(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnusableLogin || error instanceof UnsafeFile)
        throw new CommandFailure(error.message);
      throw error;
    }
  });
}

/** Defines `login`: keeps what `run` needs in the user's configuration. */
export function defineLogin(command: Command): void {
  command
    .addOption(new Option('--server <url>', 'the address of mcp-hub').env('MCP_HUB_URL'))
    .option('--registry <url>', 'the address of the registry, if it is another one')
    .option('--username <name>', 'a user of the registry; the password is asked for')
    .option('--password-stdin', 'read the password from the first line of standard input')
    .option(
      '--token-stdin',
      'read an API token of the registry (id:secret) or a JWT from the first line of standard input',
    )
    .addOption(new Option('--allow-list <url>', 'the address of the allow list').env('MCP_HUB_ALLOW_LIST'))
    .option('--key <key>', 'the key that signs decisions: its thumbprint (kid), or the public key as a JWK')
    .addOption(new Option('--org <name>', 'the id or slug of the organization').env('MCP_HUB_ORG'))
    .addOption(new Option('--environment <name>', 'the environment').env('MCP_HUB_ENVIRONMENT'))
    .option('--show', 'print what is kept, without secrets')
    .addHelpText(
      'after',
      `
What is missing is asked for at the terminal. The file is readable for its user only:
  ${loginFile(foldersOfUser())}
Take the key from your administrator and not from the server: whoever answers for the server
could sign with another one. Exits with 0, and with 2 if nothing was kept.`,
    )
    .exitOverride(exitUnusable)
    .action(async (options: LoginOptions) => {
      process.exitCode = await explained(() => (options.show === true ? show() : login(options)));
    });
}

/** Defines `logout`: forgets the login. */
export function defineLogout(command: Command): void {
  command.exitOverride(exitUnusable).action(async () => {
    process.exitCode = await explained(() => {
      const file = loginFile(foldersOfUser());
      const isKept = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
      rmSync(file, { force: true });
      print(isKept ? `removed ${file}` : 'there was no login');
      return 0;
    });
  });
}
