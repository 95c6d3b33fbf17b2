import { userEnvironment } from '../../config/user-environment.js';
import type { Environment } from '../../config/user-environment.js';
import { readLogin, UnusableLogin } from '../login/login-settings.js';
import { UnsafeFile } from '../login/private-file.js';
import { thisUser, userFolders, type UserFolders } from '../login/user-folders.js';
import { DamagedEntry, type CacheEntry } from './cache/cache-entry.js';
import { markUsed } from './cache/last-use.js';
import { currentDecision, requireAllowed } from './decisions/current-decision.js';
import { DecisionsStore } from './decisions/decisions-store.js';
import type { DecidedSource, KnownDecision } from './decisions/known-decision.js';
import { launchOf, type Launch } from './launch/launch.js';
import { serverVariables } from './launch/variables.js';
import { EXIT_REFUSED, Refusal } from './refusal.js';
import { readRunWords, type RunRequest, type SandboxGrants } from './run-words.js';
import { readReference } from './server-reference.js';
import { startServer } from './start-server.js';
import type { JsonObject } from '../../common/values/json.js';
import type { LoginSettings } from '../login/login-settings.js';

/**
 * Prints a line on standard error: standard output belongs to the server. What cannot be seen is escaped, by a module that takes
 * longer to load than everything else, and is needed for a few starts only.
 */
async function note(line: string): Promise<void> {
  const { escapeHidden } = await import('../../common/values/visible-text.js');
  process.stderr.write(`mcp-hub run: ${escapeHidden(line.replaceAll(/\s*\n\s*/g, ' '))}\n`);
}

const EXPLAINED = [Refusal, UnusableLogin, UnsafeFile, DamagedEntry];

/** Runs a server as the words say. What is refused is one line, and exit code 126. */
export async function run(words: readonly string[]): Promise<void> {
  try {
    await start(readRunWords(words));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isExplained = EXPLAINED.some((kind) => error instanceof kind);
    await note(isExplained ? text : `unexpected error: ${text}`);
    process.exitCode = EXIT_REFUSED;
  }
}

/** The files of a server, and how it is started. */
interface Prepared {
  readonly entry: CacheEntry;
  readonly launch: Launch;
  /** Names of variables that it asks for. */
  readonly variables: readonly string[];
  readonly permissions: JsonObject;
}

async function start(request: RunRequest): Promise<void> {
  const environment = userEnvironment();
  const reference = readReference(request.reference);
  const folders = userFolders(thisUser(environment));
  const login = readLogin(folders);
  const store = new DecisionsStore(folders, login);
  const decision = await currentDecision(reference, { login, store, note });
  const source = requireAllowed(decision, reference);
  if (decision.newest !== undefined)
    await note(
      `${reference.text} is ${decision.newest} (${source.digest}), the newest version that is allowed`,
    );
  const prepared = await prepare(source, { request, login, folders, environment });
  markUsed(folders.cache, source.digest);
  const { unverified } = prepared.entry.document;
  if (unverified !== undefined) await note(`not verified: ${unverified}`);
  const { variables, withheld } = serverVariables(environment, [...prepared.variables, ...request.variables]);
  if (withheld.length > 0)
    await note(`the server does not get ${withheld.join(', ')}, which choose what programs load`);
  const plain = { ...prepared.launch, arguments: [...prepared.launch.arguments, ...request.arguments] };
  const sandbox = request.isSandboxed
    ? await inSandbox(plain, prepared, variables, { folders, granted: request.granted })
    : undefined;
  await startServer({
    launch: sandbox?.launch ?? plain,
    variables: sandbox?.variables ?? variables,
    ...(await comparedWith(decision, request)),
    note,
  });
}

/** What is compared of what the server shows. @throws Refusal */
async function comparedWith({ surface, surfaceChanges }: KnownDecision, { dropsUnknown }: RunRequest) {
  if (surface === null && dropsUnknown)
    throw new Refusal(
      'what the certified version shows is not known, so --drop-unknown would drop everything',
    );
  if (surface === null)
    await note('what the certified version shows is not known, so its tools are not compared');
  return { surface, changes: dropsUnknown ? 'drop' : surfaceChanges } as const;
}

async function prepare(
  source: DecidedSource,
  {
    request,
    login,
    folders,
    environment,
  }: {
    readonly request: RunRequest;
    readonly login: LoginSettings;
    readonly folders: UserFolders;
    readonly environment: Environment;
  },
): Promise<Prepared> {
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  if (source.kind === 'registry') {
    const { registryServer } = await import('./download/registry-server.js');
    const { entry, manifest } = await registryServer(source, login, folders.cache);
    const launch = launchOf(manifest, entry.folder, path);
    return { entry, launch, variables: manifest.variables, permissions: manifest.permissions };
  }
  const { packageServer } = await import('./packages/package-server.js');
  const options = { withDependencies: request.withDependencies, environment };
  const entry = await packageServer(source, folders.cache, options);
  const { launch: stated } = entry.document;
  if (stated === undefined) throw new Refusal('the cached package has no command; run mcp-hub cache verify');
  return { entry, launch: launchOf(stated, entry.folder, path), variables: [], permissions: {} };
}

async function inSandbox(
  launch: Launch,
  { permissions }: Prepared,
  variables: Readonly<Record<string, string>>,
  { folders, granted }: { readonly folders: UserFolders; readonly granted: SandboxGrants },
) {
  const [{ sandboxed }, { sandboxPermissions }] = await Promise.all([
    import('./sandbox/bubblewrap.js'),
    import('./sandbox/permissions.js'),
  ]);
  const stated = sandboxPermissions(permissions, [folders.configuration, folders.cache]);
  const all = {
    network: stated.network || granted.network,
    readable: [...stated.readable, ...granted.readable],
    writable: [...stated.writable, ...granted.writable],
  };
  return sandboxed(launch, all, variables);
}
