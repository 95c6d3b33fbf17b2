import { quoted, type ConfigurationDocument } from './documents/configuration-document.js';
import type { Value } from './documents/values.js';
import type { EntryKeys, Role } from './formats/client-format.js';
import { roleOfUnknown } from './formats/unknown-keys.js';
import type { Variable } from './launch/environment.js';

/** What an entry says about its launch, whatever its format calls it. */
export interface EntryFields {
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly addresses: readonly string[];
  readonly variables: readonly Variable[];
  readonly folder: string | undefined;
  /** Files of variables. */
  readonly variablesFiles: readonly string[];
  /** The key of a program that runs besides the server. */
  readonly program: string | undefined;
  /** Why it is not known what runs, whatever the rest says. */
  readonly problem: string | undefined;
  /** Keys that the format does not have and that say nothing about the start, and values that are not understood. */
  readonly warnings: readonly string[];
  readonly isDisabled: boolean;
  /** Whether any key says what runs. */
  readonly saysWhatRuns: boolean;
  readonly type: string | undefined;
}

/** Warnings about unknown keys of one entry; the others are counted. */
const MAX_UNKNOWN = 10;

interface Field {
  readonly key: string;
  readonly role: Role;
  readonly value: Value;
  readonly what: string;
}

/** The keys whose values say what runs, or whether. */
const DECIDING = new Set<Role>([
  'command',
  'command-line',
  'args',
  'variables',
  'variable-names',
  'variables-file',
  'folder',
  'address',
  'program',
  'unread',
]);

/** Why some clients read another key than others; undefined if all read the same. */
export function keyProblem(keys: Iterable<string>, known: readonly string[]): string | undefined {
  const folded = new Map(known.map((each) => [each.toLowerCase(), each]));
  const exact = new Set(known);
  for (const key of keys) {
    const same = folded.get(key.toLowerCase());
    if (same !== undefined && !exact.has(key))
      return `the key ${quoted(key)} is read as ${quoted(same)} by some clients`;
  }
  return undefined;
}

/** The keys that decide anything; of the others, another case makes no difference. */
const decidingKeys = (keys: EntryKeys): string[] =>
  Object.entries(keys).flatMap(([key, role]) => (role === 'harmless' ? [] : [key]));

/** Reads the entry of a server. */
export class EntryReader {
  private readonly fields: Field[] = [];
  private readonly unknown: string[] = [];
  private problem: string | undefined;

  constructor(private readonly document: ConfigurationDocument) {}

  /** @throws UnreadableConfiguration for a value that is none of its key, and for a key twice */
  read(value: Value, keys: EntryKeys, what: string): EntryFields {
    this.collect(value, keys, what);
    const { fields } = this;
    const values = <T>(role: Role, of: (field: Field) => T): T[] =>
      fields.filter((field) => field.role === role).map(of);
    const lines = values('command-line', (field) => this.texts(field));
    const commands = [
      ...values('command', (field) => this.text(field)),
      ...lines.map(([first = '']) => first),
    ];
    const folders = values('folder', (field) => this.text(field));
    const flags = [...this.flags('disabled', true), ...this.flags('enabled', false)];
    return {
      commands,
      args: [
        ...lines.flatMap((line) => line.slice(1)),
        ...values('args', (field) => this.texts(field)).flat(),
      ],
      addresses: values('address', (field) => this.text(field)),
      variables: [
        ...values('variables', (field) => this.variables(field)).flat(),
        ...values('variable-names', (field) => this.variableNames(field)).flat(),
      ],
      folder: folders[0],
      variablesFiles: values('variables-file', (field) => this.text(field)),
      program: values('program', ({ key }) => key)[0],
      problem: this.problem ?? severalOf(fields) ?? notRead(fields),
      warnings: [...unknownKeys(this.unknown), ...flags.flatMap(({ warning }) => warning ?? [])],
      isDisabled: flags.some(({ isOff }) => isOff),
      saysWhatRuns: fields.some(({ role }) => DECIDING.has(role)),
      type: fields.flatMap(({ key, value: each }) =>
        key === 'type' && each.kind === 'text' ? [each.text] : [],
      )[0],
    };
  }

  private collect(value: Value, keys: EntryKeys, what: string): void {
    const members = this.document.members(value, what);
    this.problem ??= keyProblem(members.keys(), decidingKeys(keys));
    for (const [key, { value: member }] of members) {
      const role = Object.hasOwn(keys, key) ? keys[key] : undefined;
      const path = `${what}.${key}`;
      if (role === undefined) this.collectUnknown({ key, value: member, what: path });
      else if (typeof role === 'string') this.fields.push({ key, role, value: member, what: path });
      else if (member.kind === 'object') this.collect(member, role.inside, path);
      else this.fields.push({ key, role: role.otherwise, value: member, what: path });
    }
  }

  private collectUnknown(field: Omit<Field, 'role'>): void {
    const role = roleOfUnknown(field.key, field.value);
    if (role === undefined) this.unknown.push(field.key);
    else this.fields.push({ ...field, role });
  }

  private text({ value, what }: Field): string {
    if (value.kind !== 'text') throw this.document.failureAt(value, `${what} must be a string`);
    return value.text;
  }

  private texts({ value, what }: Field): string[] {
    const failure = (at: Value) => this.document.failureAt(at, `${what} must be a list of strings`);
    if (value.kind !== 'list') throw failure(value);
    return value.items.map((item) => {
      if (item.kind !== 'text') throw failure(item);
      return item.text;
    });
  }

  /** Values that are no texts are left out: clients ignore them, or convert them. */
  private variables({ value, what }: Field): Variable[] {
    return Array.from(this.document.members(value, what), ([name, { value: each }]) => [
      name,
      each.kind === 'text' ? each.text : undefined,
    ]);
  }

  /** Names, or objects with a name. */
  private variableNames({ value, what }: Field): Variable[] {
    const failure = (at: Value) => this.document.failureAt(at, `${what} must be a list of names`);
    if (value.kind !== 'list') throw failure(value);
    return value.items.map((item) => {
      const named = item.kind === 'object' ? this.document.members(item, what).get('name')?.value : item;
      if (named?.kind !== 'text') throw failure(item);
      return [named.text];
    });
  }

  private flags(role: Role, off: boolean): { readonly isOff: boolean; readonly warning?: string }[] {
    return this.fields
      .filter((field) => field.role === role)
      .map(({ key, value }) => {
        const flag = value.kind === 'plain' ? value.flag : undefined;
        return flag === undefined
          ? { isOff: false, warning: `its ${key} is neither true nor false` }
          : { isOff: flag === off };
      });
  }
}

/** Why it is not known what runs where a role has several keys. */
function severalOf(fields: readonly Field[]): string | undefined {
  const counts = (...roles: readonly Role[]): number =>
    fields.filter(({ role }) => roles.includes(role)).length;
  if (counts('command', 'command-line') > 1)
    return 'it has several commands, of which clients use different ones';
  if (counts('args') > 1) return 'it has several lists of arguments, of which clients use different ones';
  if (counts('folder') > 1) return 'it has several working folders, of which clients use different ones';
  return undefined;
}

function notRead(fields: readonly Field[]): string | undefined {
  const unread = fields.find(({ role }) => role === 'unread');
  return unread && `its ${unread.key} is not read, and may decide what runs`;
}

function unknownKeys(keys: readonly string[]): string[] {
  const more = keys.length - MAX_UNKNOWN;
  return [
    ...keys.slice(0, MAX_UNKNOWN).map((key) => `the key ${quoted(key)} is not known, and was not read`),
    ...(more > 0 ? [`${more} more keys are not known, and were not read`] : []),
  ];
}
