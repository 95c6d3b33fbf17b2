import {
  type BuiltInRule,
  isAskable,
  type Launch,
  localProgram,
  NOT_ASKABLE,
  readServers,
  type Reference,
  type ServerEntry,
  UnreadableConfiguration,
} from '@mcp-hub/client-configurations';
import { badRequest } from '../../../common/errors/api-error.js';
import { printable } from '../../../common/values/text.js';
import { readItems, type Item } from './items.js';

/** Maximum size of a configuration in a request, in bytes. */
export const MAX_CONFIGURATION_BYTES = 1024 * 1024;

/** Limit of the body of a request with one: most of its characters need no escape. */
export const PREVIEW_BODY_BYTES = 4 * MAX_CONFIGURATION_BYTES;

const MAX_FILE_NAME = 200;
const MAX_SHOWN = 200;
const DEFAULT_FILE = 'configuration';

/** Servers to ask about: a list, or the text of a configuration of a client. */
export interface AskedRequest {
  readonly mcps?: readonly unknown[] | undefined;
  readonly configuration?: string | undefined;
  readonly file_name?: string | undefined;
}

/** The entry of a configuration that names a server. */
export interface AskedEntry {
  readonly name: string;
  readonly line: number;
  /** Name of the format of the file; null for a plain list. */
  readonly format: string | null;
  readonly isDisabled: boolean;
  readonly launch: Launch;
  readonly warnings: readonly string[];
}

/** A server to ask about. */
export type AskedServer =
  | { readonly entry: AskedEntry | null; readonly item: Item; readonly reference: Reference | null }
  /** What runs is not known. */
  | {
      readonly entry: AskedEntry;
      readonly item: null;
      readonly name: string;
      readonly rule: Extract<BuiltInRule, 'not_understood' | 'local_program'>;
      readonly refusal: string;
    };

type Unknown = Extract<AskedServer, { readonly item: null }>;

/** Whether a value can be a configuration in a request. */
export const isConfiguration = (value: unknown): value is string =>
  typeof value === 'string' && Buffer.byteLength(value) <= MAX_CONFIGURATION_BYTES;

/** Whether a value can be the name of the file of a configuration. */
export const isFileName = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 1 && value.length <= MAX_FILE_NAME;

export const FILE_NAME_DESCRIPTION =
  'Name of the file, with its folder as far as it is known: it says which client the configuration is of.';

export const FILE_NAME_RULE = `must be a string of 1 to ${MAX_FILE_NAME} characters`;

/**
 * The servers of a request, in their order. An entry that runs several things is several servers.
 * @throws 400 unless there is exactly one of both kinds, for what cannot be read, and for more than `max` servers
 */
export function askedServers(request: AskedRequest, max: number): readonly AskedServer[] {
  const { mcps, configuration, file_name: file = DEFAULT_FILE } = request;
  if ((mcps === undefined) === (configuration === undefined)) {
    throw badRequest('mcps', 'or configuration is required, and not both');
  }
  if (mcps !== undefined) return readItems(mcps).map((item) => ({ entry: null, item, reference: null }));
  const servers = entriesOf(file, configuration ?? '', max + 1).flatMap(serversOf);
  if (servers.length === 0) throw badRequest('configuration', 'must name at least one server');
  if (servers.length > max) throw badRequest('configuration', `must name at most ${max} servers`);
  return servers;
}

/** Each entry is at least one server: the first ones are enough to refuse too many. */
function entriesOf(file: string, text: string, limit: number): readonly ServerEntry[] {
  try {
    return readServers(file, text, limit);
  } catch (error) {
    if (error instanceof UnreadableConfiguration) {
      throw badRequest('configuration', `cannot be read: ${error.message}`);
    }
    throw error;
  }
}

/** What the answer says of an entry. */
export const entryView = (entry: AskedEntry | null): EntryView => ({
  entry: entry?.name ?? null,
  line: entry?.line ?? null,
  format: entry?.format ?? null,
  disabled: entry?.isDisabled ?? false,
});

/** The entry of a configuration behind a server; null and false for servers of a list. */
export interface EntryView {
  readonly entry: string | null;
  readonly line: number | null;
  readonly format: string | null;
  readonly disabled: boolean;
}

function serversOf(server: ServerEntry): readonly AskedServer[] {
  const { name, region, launch, format, disabled } = server;
  const { references, local, refused, warnings } = launch;
  const entry = {
    name: printable(name, MAX_SHOWN),
    line: region.startLine,
    format: format?.name ?? null,
    isDisabled: disabled === true,
    launch,
    warnings: warnings.map((warning) => printable(warning, 2 * MAX_SHOWN)),
  };
  const unknown = (what: string, refusal: string, rule: Unknown['rule'] = 'not_understood'): AskedServer => ({
    entry,
    item: null,
    name: printable(what, MAX_SHOWN),
    rule,
    refusal: printable(refusal, 2 * MAX_SHOWN),
  });
  return [
    ...(refused === undefined ? [] : [unknown(name, refused)]),
    ...(local === undefined ? [] : [unknown(local, localProgram(local), 'local_program')]),
    ...references.map((reference) =>
      isAskable(reference)
        ? { entry, item: { name: reference.name, version: reference.version }, reference }
        : unknown(reference.name, NOT_ASKABLE),
    ),
  ];
}
