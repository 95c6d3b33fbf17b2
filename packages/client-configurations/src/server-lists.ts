import { keyProblem } from './entry-fields.js';
import { quoted, type ConfigurationDocument } from './documents/configuration-document.js';
import type { Member, Span, Value } from './documents/values.js';
import { CLIENT_FORMATS } from './formats/client-formats.js';
import type { EntryKeys, ServerList } from './formats/client-format.js';

/** A list of servers that was found. */
export interface FoundList {
  /** The last key that leads to it, for messages. */
  readonly label: string;
  readonly list: Value;
  /** The object that holds it. */
  readonly owner: Value;
  readonly declared: ServerList;
}

/** An entry of a list. */
export interface FoundEntry {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly span: Span;
  /** Whether its name is on a list of servers that are off. */
  readonly isOff: boolean;
}

/** Objects under these keys are lists of servers, wherever they are. */
const LISTS_ANYWHERE = /(?:^|\.)(?:mcpServers|mcp_servers|mcp\.servers|modelContextProtocolServers)$/i;
/** The same at the root. */
const MARKS: ReadonlySet<string> = new Set(
  CLIENT_FORMATS.flatMap(({ syntax, mark }) => (syntax === 'json' && mark !== undefined ? [mark] : [])),
);

/** Finds the lists of a document. */
export class ServerLists {
  constructor(
    private readonly document: ConfigurationDocument,
    private readonly keys: EntryKeys,
  ) {}

  /**
   * The lists that are declared.
   * @throws UnreadableConfiguration where another list may be one of servers
   */
  find(declared: readonly ServerList[]): FoundList[] {
    const found = declared.flatMap((each) => this.at(this.document.root, each.at, each));
    // Several formats may declare the same one.
    const lists = new Map<Value, FoundList>();
    for (const each of found) if (!lists.has(each.list)) lists.set(each.list, each);
    this.refuseOthers(this.document.root, new Set(lists.keys()));
    return [...lists.values()];
  }

  /** @throws UnreadableConfiguration for a command outside of all lists that the client starts as a server */
  refuseCommands(commands: readonly (readonly string[])[]): void {
    for (const keys of commands) {
      const found = memberAt(this.document.root, keys);
      if (found !== undefined)
        throw this.document.failureAt(
          found.key,
          `has the command of a server under ${quoted(keys.join('.'))}, which is not read; write it into a list of servers`,
        );
    }
  }

  /** @throws UnreadableConfiguration for a list that is no object, and for a name twice */
  entriesOf({ label, list, owner, declared }: FoundList): FoundEntry[] {
    const [off, on] = [this.namesAt(owner, declared.off), this.namesAt(owner, declared.on)];
    const isOff = (name: string): boolean => off?.has(name) === true || on?.has(name) === false;
    const nameKey = Object.entries(this.keys).find(([, role]) => role === 'name')?.[0];
    if (list.kind === 'list' && nameKey !== undefined)
      return list.items.map((value, at) => {
        const named =
          value.kind === 'object' ? value.members.find(({ name }) => name === nameKey) : undefined;
        const name = named?.value.kind === 'text' ? named.value.text : `#${at + 1}`;
        return { label, name, value, span: value, isOff: isOff(name) };
      });
    return Array.from(this.document.members(list, label), ([name, { value, whole }]) => ({
      label,
      name,
      value,
      span: whole,
      isOff: isOff(name),
    })).filter(({ name, value }) => !(declared.except?.includes(name) === true && value.kind === 'object'));
  }

  private at(value: Value, keys: readonly string[], declared: ServerList): FoundList[] {
    const [key, ...rest] = keys;
    if (key === undefined) return this.wholeFile(value, declared);
    const members = this.document.members(value, 'the configuration');
    if (key === '*') return [...members.values()].flatMap((member) => this.inside(member, rest, declared));
    const problem = keyProblem(members.keys(), [key]);
    if (problem !== undefined) throw this.document.failureAt(value, problem);
    const member = members.get(key);
    if (member === undefined) return [];
    return rest.length > 0
      ? this.inside(member, rest, declared)
      : [{ label: key, list: member.value, owner: value, declared }];
  }

  private inside({ value }: Member, keys: readonly string[], declared: ServerList): FoundList[] {
    return value.kind === 'object' ? this.at(value, keys, declared) : [];
  }

  /** A file that is nothing but a list has at least one entry that looks like a server. */
  private wholeFile(value: Value, declared: ServerList): FoundList[] {
    if (value.kind !== 'object') return [];
    if (value.members.some(({ name }) => declared.unless?.includes(name) === true)) return [];
    const isServer = ({ value: each }: Member): boolean =>
      each.kind === 'object' &&
      each.members.some(({ name }) => {
        const role = Object.hasOwn(this.keys, name) ? this.keys[name] : undefined;
        return role === 'command' || role === 'address';
      });
    return value.members.some(isServer) ? [{ label: 'servers', list: value, owner: value, declared }] : [];
  }

  /** The texts of a list; undefined where there is none. */
  private namesAt(owner: Value, keys: readonly string[] | undefined): ReadonlySet<string> | undefined {
    if (keys === undefined) return undefined;
    let value: Value | undefined = owner;
    for (const key of keys)
      value =
        value?.kind === 'object' ? value.members.findLast(({ name }) => name === key)?.value : undefined;
    if (value?.kind !== 'list') return undefined;
    return new Set(value.items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])));
  }

  /** @param parent the key of the value; undefined for the root */
  private refuseOthers(value: Value, read: ReadonlySet<Value>, parent?: string): void {
    const isRoot = parent === undefined;
    if (read.has(value) && !isRoot) return;
    if (value.kind === 'list') for (const item of value.items) this.refuseOthers(item, read, '*');
    if (value.kind !== 'object') return;
    for (const { name, value: inner, key } of value.members) {
      const isList = LISTS_ANYWHERE.test(`${parent ?? ''}.${name}`) || (isRoot && MARKS.has(name));
      if (isList && holdsObjects(inner) && !read.has(inner))
        throw this.document.failureAt(
          key,
          `has a list of servers at a place that is not read, under ${quoted(name)}`,
        );
      this.refuseOthers(inner, read, name);
    }
  }
}

/** The member that keys lead to. */
function memberAt(value: Value, [key, ...rest]: readonly string[]): Member | undefined {
  const member = value.kind === 'object' ? value.members.find(({ name }) => name === key) : undefined;
  return member === undefined || rest.length === 0 ? member : memberAt(member.value, rest);
}

const holdsObjects = (value: Value): boolean =>
  value.kind === 'object' || (value.kind === 'list' && value.items.some(({ kind }) => kind === 'object'));
