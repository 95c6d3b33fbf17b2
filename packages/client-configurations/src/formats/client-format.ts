import type { Syntax } from '../documents/syntax.js';

/** What a key of an entry says. Every key of a format has a role; a key without one gets a warning. */
export type Role =
  /** The program. */
  | 'command'
  /** A list of the program and its arguments. */
  | 'command-line'
  | 'args'
  /** An object of variables with their values. */
  | 'variables'
  /** A list of names of variables that the client hands on. */
  | 'variable-names'
  /** A file of variables, which whoever has the workspace reads. */
  | 'variables-file'
  /** The working folder. */
  | 'folder'
  /** The address of a remote server. */
  | 'address'
  /** A program that the client runs besides the server; the entry is denied. */
  | 'program'
  /** It decides what runs, in a way that is not read; the entry is denied. */
  | 'unread'
  /** `false` switches the server off. */
  | 'enabled'
  /** `true` switches the server off. */
  | 'disabled'
  /** The name of the server, in formats whose servers are a list. */
  | 'name'
  /** It decides nothing about what runs. */
  | 'harmless';

/** An object inside of an entry that has keys of the entry, where it is an object. */
export interface InnerKeys {
  readonly inside: EntryKeys;
  /** The role where it is no object. */
  readonly otherwise: Role;
}

/** The keys of an entry in the spelling of the format. */
export type EntryKeys = Readonly<Record<string, Role | InnerKeys>>;

/** Where a file has servers. */
export interface ServerList {
  /** The keys that lead to it from the root; `*` is every key. */
  readonly at: readonly string[];
  /** Members that are no servers, where they are objects. */
  readonly except?: readonly string[];
  /** Only where the root has none of these keys. */
  readonly unless?: readonly string[];
  /** Keys from the object around the list to a list of names of servers that are off. */
  readonly off?: readonly string[];
  /** The same of servers that are on; others are off. */
  readonly on?: readonly string[];
}

/** Operating systems, as the documents of vendors tell them apart. */
export type System = 'linux' | 'macos' | 'windows';

/** A file in which a client looks for servers. In paths, `*` is any part of a name. */
export interface ClientFile {
  /** In the folder of a project. */
  readonly workspace?: string;
  /** Of a user or a machine: one path for all systems, or one for each. `~` is the home folder. */
  readonly user?: string | Readonly<Partial<Record<System, string>>>;
  /** Undefined for that of the format. */
  readonly syntax?: Syntax;
  /** Undefined for those of the format. */
  readonly lists?: readonly ServerList[];
  /** It has other settings, too, and may have no servers. */
  readonly isShared?: boolean;
}

/** How a client writes down its servers. */
export interface ClientFormat {
  /** Never changes: clients of the API have it. */
  readonly id: string;
  readonly name: string;
  readonly syntax: Syntax;
  readonly files: readonly ClientFile[];
  /** In the order in which they are read. */
  readonly lists: readonly ServerList[];
  readonly keys: EntryKeys;
  /** Keys that lead to a command that the client starts as a server, too; a file with one is refused. */
  readonly commands?: readonly (readonly string[])[];
  /** A key of the root that no other format of its syntax has: a file of any name is recognized by it. */
  readonly mark?: string;
  /** Values of `type` for parts of the client itself, which start nothing else. */
  readonly ownTypes?: readonly string[];
}

/** Keys that most clients have. */
export const USUAL_KEYS: EntryKeys = {
  type: 'harmless',
  command: 'command',
  args: 'args',
  env: 'variables',
  url: 'address',
  headers: 'harmless',
};

/** `{"mcpServers": {…}}`. */
export const MCP_SERVERS: ServerList = { at: ['mcpServers'] };
