import { quoted, type ConfigurationDocument } from './documents/configuration-document.js';
import { SYNTAXES, type Syntax } from './documents/syntax.js';
import type { Value } from './documents/values.js';
import { EntryReader, type EntryFields } from './entry-fields.js';
import type { ClientFormat, EntryKeys, ServerList } from './formats/client-format.js';
import { CLIENT_FORMATS } from './formats/client-formats.js';
import type { FormatFile } from './formats/file-names.js';
import { mergedKeys } from './formats/merged-keys.js';
import { entryName, excessOf, tooManyReferences } from './limits.js';
import { environmentProblem, usedVariables } from './launch/environment.js';
import { launchOfCommand } from './launch/launch-of-command.js';
import { remoteServer } from './launch/remote.js';
import { refused, withUses, type Launch, type ServerEntry } from './server-entry.js';
import { ServerLists, type FoundEntry } from './server-lists.js';
import { UnreadableConfiguration } from './unreadable-configuration.js';

/** Where a client starts servers anyway. */
const WORKSPACE = /^(?:\.\/?|\$\{workspaceFolder\}\/?)$/;

/** What the definition of a server runs: the one place where keys become a launch. */
function launchOf(fields: EntryFields): Launch {
  const { commands, args, addresses, variables, folder, variablesFiles, program } = fields;
  const [[command], [url]] = [commands, addresses];
  if (fields.problem !== undefined) return refused(fields.problem);
  if (command !== undefined && url !== undefined) return refused('it has both a command and a url');
  if (new Set(addresses).size > 1)
    return refused('it has several addresses, of which clients use different ones');
  // Claude Code runs it for each connection.
  if (program !== undefined) return refused(`its ${program} is a program that runs, too`);
  if (url !== undefined) return remoteServer(url);
  if (command === undefined) return refused('it has neither a command nor a url');
  const problem = environmentProblem(variables);
  if (problem !== undefined) return refused(problem);
  if (folder !== undefined && !WORKSPACE.test(folder))
    return refused('its cwd is another folder, whose packages and settings decide what runs');
  return withUses(launchOfCommand(command, args), {
    ...usedVariables(variables),
    environmentFiles: variablesFiles,
  });
}

/** How a file is read: by formats that agree on its syntax. The first one is shown. */
interface Reading {
  readonly formats: readonly ClientFormat[];
  readonly lists: readonly ServerList[];
  /** It may have no servers. */
  readonly isShared: boolean;
}

/** What an entry runs; refused if it cannot be read, or is too much to read. The other entries of its file are read. */
class Entries {
  private readonly keys: EntryKeys;
  private readonly lists: ServerLists;

  constructor(
    private readonly file: string,
    private readonly document: ConfigurationDocument,
    private readonly reading: Reading,
  ) {
    this.keys = mergedKeys(reading.formats);
    this.lists = new ServerLists(document, this.keys);
  }

  /** Undefined if the file has no list of servers. @throws UnreadableConfiguration */
  read(limit: number): ServerEntry[] | undefined {
    const { document, lists } = this;
    const found = lists.find(this.reading.lists);
    lists.refuseCommands(this.reading.formats.flatMap(({ commands = [] }) => commands));
    if (document.root.kind !== 'object') document.members(document.root, 'the configuration');
    if (found.length === 0) return undefined;
    const servers: ServerEntry[] = [];
    for (const entry of found.flatMap((list) => lists.entriesOf(list))) {
      if (servers.length >= limit) break;
      const server = this.entryOf(entry);
      if (server !== undefined) servers.push(server);
    }
    return servers;
  }

  /** Undefined for a part of the client itself. */
  private entryOf(entry: FoundEntry): ServerEntry | undefined {
    const { name, span, isOff } = entry;
    const read = this.boundedLaunch(entry);
    if (read === undefined) return undefined;
    const [format] = this.reading.formats;
    return {
      file: this.file,
      name: entryName(name),
      region: this.document.region(span),
      launch: read.launch,
      ...(format !== undefined && { format: { id: format.id, name: format.name } }),
      ...((isOff || read.isDisabled) && { disabled: true as const }),
    };
  }

  private boundedLaunch({
    label,
    name,
    value,
  }: FoundEntry): { readonly launch: Launch; readonly isDisabled: boolean } | undefined {
    const excess = excessOf(name, value);
    if (excess !== undefined) return { launch: refused(excess), isDisabled: false };
    try {
      return this.launchIn(value, `${label}[${quoted(name)}]`);
    } catch (error) {
      if (error instanceof UnreadableConfiguration)
        return { launch: refused(error.problem), isDisabled: false };
      throw error;
    }
  }

  private launchIn(
    value: Value,
    what: string,
  ): { readonly launch: Launch; readonly isDisabled: boolean } | undefined {
    const fields = new EntryReader(this.document).read(value, this.keys, what);
    const { type, saysWhatRuns, isDisabled, warnings } = fields;
    const isOwn = this.reading.formats.some(({ ownTypes }) => ownTypes?.includes(type ?? '') === true);
    if (isOwn && !saysWhatRuns) return undefined;
    const launch = launchOf(fields);
    const problem = tooManyReferences(launch.references.length);
    if (problem !== undefined) return { launch: refused(problem), isDisabled };
    if (launch.refused !== undefined) return { launch, isDisabled };
    return { launch: { ...launch, warnings: [...launch.warnings, ...warnings] }, isDisabled };
  }
}

/** What most clients write, and what a file of theirs may have by mistake. It is read, because another client may read it. */
const USUAL_LISTS: readonly ServerList[] = [{ at: ['mcpServers'] }, { at: ['servers'] }];

/** How a file is read whose name says whose it is. */
function readingOf(files: readonly FormatFile[], syntax: Syntax): Reading {
  const lists = files.flatMap(({ format, file }) => file.lists ?? format.lists);
  const isShared = files.every(({ file }) => file.isShared === true);
  return {
    formats: files.map(({ format }) => format),
    lists: isShared || syntax !== 'json' ? lists : [...lists, ...USUAL_LISTS],
    isShared,
  };
}

/** How a file of any name is read: by the keys of its root that only one format has, and in JSON by those of most clients. */
function readingByKeys(document: ConfigurationDocument, syntax: Syntax): Reading {
  const { root } = document;
  const names = new Set(root.kind === 'object' ? root.members.map(({ name }) => name) : []);
  const marked = CLIENT_FORMATS.filter(
    ({ syntax: own, mark }) => own === syntax && mark !== undefined && names.has(mark),
  );
  const formats = syntax === 'json' ? [...marked, ...CLIENT_FORMATS.slice(0, 1)] : marked;
  return { formats, lists: formats.flatMap(({ lists }) => lists), isShared: false };
}

/** Says which list a file lacks, and which format it looks like. */
function withoutServers(
  document: ConfigurationDocument,
  syntax: Syntax,
  reading: Reading,
): UnreadableConfiguration {
  const { root } = document;
  const missing =
    reading.formats.length > 0
      ? reading.lists
      : CLIENT_FORMATS.filter((each) => each.syntax === syntax).flatMap(({ lists }) => lists);
  const keys = [...new Set(missing.flatMap(({ at }) => (at.length === 1 ? at : [])))];
  const names = new Set(root.kind === 'object' ? root.members.map(({ name }) => name) : []);
  const alike = CLIENT_FORMATS.filter(
    (each) =>
      each.syntax === syntax &&
      !reading.formats.includes(each) &&
      each.lists.some(({ at: [first = ''] }) => first !== '' && names.has(first)),
  );
  const what = `has ${keys.map((key) => `no ${quoted(key)}`).join(' and ')}`;
  const [{ name, files: [file] } = { name: '', files: [] }] = alike;
  const hint =
    name === ''
      ? ''
      : `; it looks like ${name}, whose file is ${file?.workspace ?? 'in the folder of the user'}`;
  return document.failureAt(
    root,
    `${syntax === 'json' ? '' : `is ${SYNTAXES[syntax].name} and `}${what}${hint}`,
  );
}

/**
 * The servers of a configuration as clients write it: at the places of the formats whose files have this name, or of those that
 * have the keys of the file.
 * @param file the name of the file, for messages
 * @param files what its name says
 * @param limit how many are read
 * @throws UnreadableConfiguration for anything else, with the location
 */
export function readClientConfiguration(
  file: string,
  text: string,
  syntax: Syntax = 'json',
  files: readonly FormatFile[] = [],
  limit = Infinity,
): ServerEntry[] {
  const document = SYNTAXES[syntax].read(file, text);
  const own = files.filter(({ format, file: each }) => (each.syntax ?? format.syntax) === syntax);
  const reading = own.length > 0 ? readingOf(own, syntax) : readingByKeys(document, syntax);
  const servers = new Entries(file, document, reading).read(limit);
  if (servers !== undefined) return servers;
  if (reading.isShared) return [];
  throw withoutServers(document, syntax, reading);
}
