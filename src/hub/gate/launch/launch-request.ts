import { environmentProblem } from '@mcp-hub/client-configurations';
import { badRequest } from '../../../common/errors/api-error.js';
import { isObject, withoutNulls } from '../../../common/values/json.js';
import { isSingleLine, isStorableText } from '../../../common/values/text.js';
import { ADDRESS_RULE, addressKey, IMAGE_RULE, imageKey } from '../../catalog/mcps/launch-target.js';

/** Stands for the number of the version in commands. */
export const VERSION_PLACEHOLDER = '{version}';

export const MAX_COMMANDS = 20;
export const MAX_ARGUMENTS = 50;
const MAX_ARGUMENT_LENGTH = 1000;
export const MAX_TARGETS = 50;
export const MAX_VARIABLES = 100;
const MAX_VARIABLE_LENGTH = 200;
const MAX_REFERENCE_LENGTH = 200;

/** An image or address as a request states it. */
export interface StatedTarget {
  readonly kind: 'image' | 'remote';
  readonly target: string;
  /** Id or visible version; undefined for the newest one. */
  readonly version: string | undefined;
  /** The field of the request. */
  readonly field: string;
}

/** Launch settings as a request states them, valid in form. */
export interface StatedLaunch {
  readonly commands: readonly (readonly string[])[];
  readonly variables: readonly string[];
  readonly targets: readonly StatedTarget[];
}

/** The fields of a request, as they were sent. */
export interface SentLaunch {
  readonly commands?: readonly unknown[];
  readonly variables?: readonly unknown[];
  readonly urls?: readonly unknown[];
  readonly images?: readonly unknown[];
}

const ARGUMENT_RULE = `must be a string of 1 to ${MAX_ARGUMENT_LENGTH} characters without control characters`;
const UNPINNED = /@latest$/i;

/**
 * Reads launch settings.
 * @param hosts code hosts, whose addresses are repositories and not running servers
 * @throws 400 that names the first invalid field
 */
export function readLaunch(sent: SentLaunch, hosts: readonly string[]): StatedLaunch {
  const targets = [
    ...(sent.urls ?? []).map((item, index) => readTarget('remote', item, `urls.${index}`)),
    ...(sent.images ?? []).map((item, index) => readTarget('image', item, `images.${index}`)),
  ];
  const seen = new Set<string>();
  for (const { kind, target, field } of targets) {
    if (kind === 'remote' && hosts.includes(new URL(target).host)) {
      throw badRequest(field, 'must not be the address of a repository');
    }
    if (seen.has(target)) throw badRequest(field, 'must not be stated twice');
    seen.add(target);
  }
  const images = targets.flatMap(({ kind, target }) => (kind === 'image' ? [target] : []));
  const commands = (sent.commands ?? []).map((item, index) => readCommand(item, images, `commands.${index}`));
  const variables = (sent.variables ?? []).map((item, index) => readVariable(item, `variables.${index}`));
  return { commands, variables: [...new Set(variables)], targets };
}

function readTarget(kind: StatedTarget['kind'], item: unknown, field: string): StatedTarget {
  const name = kind === 'image' ? 'image' : 'url';
  const { [name]: text, version } = isObject(item)
    ? withoutNulls(item)
    : { [name]: item, version: undefined };
  const at = isObject(item) ? `${field}.${name}` : field;
  const target =
    typeof text === 'string' ? (kind === 'image' ? imageKey(text) : addressKey(text)) : undefined;
  if (target === undefined) throw badRequest(at, kind === 'image' ? IMAGE_RULE : ADDRESS_RULE);
  if (version === undefined) return { kind, target, version: undefined, field: at };
  if (!isStorableText(version, MAX_REFERENCE_LENGTH) || version === '') {
    throw badRequest(`${field}.version`, 'must be the id or the visible version of a version');
  }
  return { kind, target, version, field: `${field}.version` };
}

/** A name that some program may read, and none that decides which code runs. */
function readVariable(item: unknown, field: string): string {
  if (typeof item !== 'string' || item.length > MAX_VARIABLE_LENGTH || item === '')
    throw badRequest(field, `must be a name of 1 to ${MAX_VARIABLE_LENGTH} characters`);
  const problem = environmentProblem([[item]]);
  if (problem !== undefined) throw badRequest(field, `must be the name of a harmless variable: ${problem}`);
  return item;
}

/** A command says which version it starts: by the placeholder, or by an image that is stated. */
function readCommand(item: unknown, images: readonly string[], field: string): readonly string[] {
  if (!Array.isArray(item) || item.length === 0 || item.length > MAX_ARGUMENTS) {
    throw badRequest(field, `must be a list of a program and at most ${MAX_ARGUMENTS - 1} arguments`);
  }
  const command = item.map((part: unknown, index): string => {
    if (!isSingleLine(part, MAX_ARGUMENT_LENGTH) || part === '') {
      throw badRequest(`${field}.${index}`, ARGUMENT_RULE);
    }
    if (UNPINNED.test(part))
      throw badRequest(`${field}.${index}`, 'must not be the latest version of anything');
    return part;
  });
  if (command[0]?.startsWith('-') === true || command[0]?.includes(VERSION_PLACEHOLDER) === true) {
    throw badRequest(`${field}.0`, 'must be a program');
  }
  const isBound = command.some((part) => part.includes(VERSION_PLACEHOLDER) || images.includes(part));
  if (!isBound) {
    throw badRequest(field, `must contain ${VERSION_PLACEHOLDER}, or one of the images as an argument`);
  }
  return command;
}
