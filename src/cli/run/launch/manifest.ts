import { isObject, type JsonObject } from '../../../common/values/json.js';
import { Refusal } from '../refusal.js';

/** What of a manifest a start needs. */
export interface ServerManifest {
  readonly packageId: string;
  readonly version: string;
  readonly runtime: string;
  readonly command: readonly string[];
  /** Names of variables. */
  readonly variables: readonly string[];
  readonly permissions: JsonObject;
}

const PACKAGE_ID = /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/;
const MAX_WORDS = 256;
const MAX_TEXT = 4096;
const MAX_VARIABLES = 256;

const textIn = (value: unknown, name: string): string | undefined =>
  isObject(value) && typeof value[name] === 'string' ? value[name] : undefined;

/** @throws Refusal for a manifest that cannot be started */
export function readManifest(bytes: Buffer): ServerManifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    throw new Refusal('the manifest is no JSON', { cause: error });
  }
  if (!isObject(value)) throw new Refusal('the manifest is no object');
  const { package: pack, runtime, entrypoint, permissions } = value;
  const packageId = textIn(pack, 'id') ?? '';
  if (!PACKAGE_ID.test(packageId)) throw new Refusal('the manifest names no package');
  const command: unknown = isObject(entrypoint) ? entrypoint['command'] : undefined;
  if (!isCommand(command))
    throw new Refusal('the manifest names no command, so the version cannot be started');
  return {
    packageId,
    version: textIn(pack, 'version') ?? '',
    runtime: textIn(runtime, 'type') ?? '',
    command,
    variables: variablesOf(value),
    permissions: isObject(permissions) ? permissions : {},
  };
}

const isCommand = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_WORDS &&
  value.every((word) => typeof word === 'string' && word.length <= MAX_TEXT && !word.includes('\0'));

/** Manifests name variables in a list or as members, in one of these objects. */
function variablesOf({ environment, env, entrypoint, permissions }: JsonObject): string[] {
  const stated = [environment, env];
  for (const holder of [entrypoint, permissions])
    if (isObject(holder)) stated.push(holder['environment'], holder['env']);
  const names = stated.flatMap((each): unknown[] => {
    if (Array.isArray(each)) return each.map((item: unknown) => (isObject(item) ? item['name'] : item));
    return isObject(each) ? Object.keys(each) : [];
  });
  return [...new Set(names.filter((name) => typeof name === 'string'))].slice(0, MAX_VARIABLES);
}
