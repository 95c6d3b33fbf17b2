import type { Node } from 'jsonc-parser';
import { JsonDocument, quoted } from './json-document.js';
import { entryName, excessOf, tooManyReferences } from './limits.js';
import { environmentProblem, type Variable } from './launch/environment.js';
import { launchOfCommand } from './launch/launch-of-command.js';
import { remoteServer } from './launch/remote.js';
import { refused, type Launch, type ServerEntry } from './server-entry.js';

/** The keys under which clients list their servers. */
const LISTS = ['mcpServers', 'servers'];

/** An `args` entry that names a variable cannot be a part of what is evaluated; the launchers refuse it there. */
function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined;
}

function stringsOf(document: JsonDocument, node: Node | undefined, what: string): string[] {
  if (node === undefined) return [];
  if (node.type !== 'array') throw document.failureAt(node, `${what} must be a list of strings`);
  return (node.children ?? []).map((item) => {
    const text = textOf(item);
    if (text === undefined) throw document.failureAt(item, `${what} must be a list of strings`);
    return text;
  });
}

function stringOf(document: JsonDocument, node: Node | undefined, what: string): string | undefined {
  if (node === undefined) return undefined;
  const text = textOf(node);
  if (text === undefined) throw document.failureAt(node, `${what} must be a string`);
  return text;
}

/** Under which clients have the address of a server. */
const ADDRESSES = ['url', 'serverUrl', 'httpUrl'];

/** The variables of a server. Values that are no texts are left out: clients ignore them, or convert them. */
function variablesOf(document: JsonDocument, node: Node | undefined, what: string): Variable[] {
  if (node === undefined) return [];
  return [...document.members(node, what)].map(([name, value]) => [name, textOf(value)]);
}

const ENV_FILE = 'its envFile was not read; a variable in it may change what runs';

/** What an entry runs; refused if it is too much to read. */
function boundedLaunch(document: JsonDocument, name: string, node: Node, key: string): Launch {
  const excess = excessOf(name, node);
  if (excess !== undefined) return refused(excess);
  const launch = launchOf(document, node, `${key}[${quoted(name)}]`);
  const problem = tooManyReferences(launch.references.length);
  return problem === undefined ? launch : refused(problem);
}

/** What the definition of a server runs. */
function launchOf(document: JsonDocument, node: Node, what: string): Launch {
  const members = document.members(node, what);
  const command = stringOf(document, members.get('command'), `${what}.command`);
  const urls = ADDRESSES.flatMap((key) => stringOf(document, members.get(key), `${what}.${key}`) ?? []);
  const [url] = urls;
  const args = stringsOf(document, members.get('args'), `${what}.args`);
  const problem = environmentProblem(variablesOf(document, members.get('env'), `${what}.env`));
  if (command !== undefined && url !== undefined) return refused('it has both a command and a url');
  if (new Set(urls).size > 1) return refused('it has several addresses, of which clients use different ones');
  // Claude Code runs it for each connection.
  if (members.has('headersHelper')) return refused('its headersHelper is a program that runs, too');
  if (url !== undefined) return remoteServer(url);
  if (command === undefined) return refused('it has neither a command nor a url');
  if (problem !== undefined) return refused(problem);
  const launch = launchOfCommand(command, args);
  return members.has('envFile') ? { ...launch, warnings: [...launch.warnings, ENV_FILE] } : launch;
}

/**
 * The servers of a configuration as clients write it: `{"mcpServers": {…}}`, or `{"servers": {…}}` in VS Code, also inside
 * `mcp`. Comments and trailing commas are accepted.
 * @param file the name of the file, for messages
 * @param limit how many are read
 * @throws UnreadableConfiguration for anything else, with the location
 */
export function readClientConfiguration(file: string, text: string, limit = Infinity): ServerEntry[] {
  const document = new JsonDocument(file, text);
  const top = document.members(document.root, 'the configuration');
  const inner = top.get('mcp');
  const settings = inner?.type === 'object' ? [top, document.members(inner, 'mcp')] : [top];
  const lists = settings.flatMap((members) =>
    LISTS.flatMap((key) => {
      const list = members.get(key);
      return list === undefined ? [] : [{ key, list }];
    }),
  );
  if (lists.length === 0) throw document.failureAt(document.root, 'has no "mcpServers" and no "servers"');
  const members = lists.flatMap(({ key, list }) =>
    [...document.members(list, key)].map(([name, node]) => ({ key, name, node })),
  );
  return members.slice(0, limit).map(({ key, name, node }) => ({
    file,
    name: entryName(name),
    region: document.region(node.parent ?? node),
    launch: boundedLaunch(document, name, node, key),
  }));
}
