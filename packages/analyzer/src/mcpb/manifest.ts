import { RefusedPackage } from '../files/source-file.js';
import { packagePath } from '../files/package-path.js';
import { JsonKeyLines } from '../packages/json-key-lines.js';
import { fieldsOf, type Fields } from '../packages/values.js';
import {
  entriesIn,
  flagIn,
  listIn,
  objectIn,
  optionalTextIn,
  refuseField,
  requireUniqueNames,
  textIn,
} from './manifest-fields.js';

/** The file of a bundle that says what it is and how it starts. */
export const MANIFEST = 'manifest.json';
const MAX_BYTES = 1024 * 1024;
const VERSIONS = new Set(['0.1', '0.2', '0.3', '0.4']);
/** What starts a server. */
export const SERVER_TYPES = ['node', 'python', 'uv', 'binary'] as const;
export type ServerType = (typeof SERVER_TYPES)[number];
/** The systems that clients run on, as Node.js names them. */
const PLATFORMS = ['darwin', 'linux', 'win32'] as const;

/** How a bundle starts its server on some platforms. */
export interface DeclaredLaunch {
  /** As Node.js names them, in code-unit order. */
  readonly platforms: readonly string[];
  /** The program and its arguments, with variables such as `${__dirname}` as they are written. */
  readonly command: readonly string[];
  readonly variables: ReadonlyMap<string, string>;
  /** The line in the manifest that names the program. */
  readonly line: number;
}

/** Tools or prompts that a manifest names. */
export interface DeclaredNames {
  /** Undefined when it says nothing of them. */
  readonly names: readonly string[] | undefined;
  /** Whether the server may offer others besides. */
  readonly isOpen: boolean;
}

/** What a client asks the user for before it starts the server. */
export interface UserOption {
  readonly name: string;
  /** `string`, `directory` and the like. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isSensitive: boolean;
}

/** The manifest of a bundle. */
export interface BundleManifest {
  /** Of the format: `0.1` to `0.4`. */
  readonly formatVersion: string;
  readonly name: string;
  readonly displayName: string | undefined;
  readonly version: string;
  readonly serverType: ServerType;
  /** Relative to the bundle. */
  readonly entryPoint: string;
  readonly launches: readonly DeclaredLaunch[];
  readonly tools: DeclaredNames;
  readonly prompts: DeclaredNames;
  readonly userOptions: readonly UserOption[];
}

function parsed(bytes: Uint8Array): { readonly fields: Fields; readonly text: string } {
  if (bytes.length > MAX_BYTES) refuseField('', 'is larger than 1 MB');
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    throw new RefusedPackage(`${MANIFEST} is not JSON in UTF-8`, { cause: error });
  }
  requireUniqueNames(text);
  return { fields: objectIn(value, ''), text };
}

/** The version of the format, which older manifests have under another name. */
function formatVersionOf({ manifest_version: version, dxt_version: old }: Fields): string {
  const found = textIn(version ?? old, 'manifest_version');
  if (version !== undefined && old !== undefined && version !== old)
    refuseField('dxt_version', 'must be the same as manifest_version');
  if (!VERSIONS.has(found)) refuseField('manifest_version', `must be one of ${[...VERSIONS].join(', ')}`);
  return found;
}

/** The path of a file of the bundle. @throws RefusedPackage for one that leaves it */
function pathIn(value: unknown, field: string): string {
  const text = textIn(value, field);
  try {
    const path = packagePath(text);
    if (path !== '') return path;
  } catch (error) {
    throw new RefusedPackage(`manifest.json: ${field}: ${(error as Error).message}`, { cause: error });
  }
  return refuseField(field, 'must be the path of a file');
}

interface Config {
  readonly command: string | undefined;
  readonly args: readonly string[] | undefined;
  readonly env: ReadonlyMap<string, string>;
}

function configIn(fields: Fields, field: string): Config {
  return {
    command: optionalTextIn(fields['command'], `${field}.command`),
    args: listIn(fields['args'], `${field}.args`)?.map((word, index) =>
      word === '' ? '' : textIn(word, `${field}.args[${index}]`),
    ),
    env: new Map(
      entriesIn(fields['env'], `${field}.env`).map(([name, value]) => [
        name,
        value === '' ? '' : textIn(value, `${field}.env.${name}`),
      ]),
    ),
  };
}

/** How clients start a server whose manifest leaves it to them. */
function impliedCommand(type: ServerType, entryPoint: string): readonly string[] {
  const path = `\${__dirname}/${entryPoint}`;
  if (type === 'binary') return [path];
  return type === 'uv' ? ['uv', 'run', '--directory', '${__dirname}', path] : [type, path];
}

/** The platforms that a manifest names. */
function platformsOf(fields: Fields, overrides: readonly string[]): readonly string[] {
  const given = listIn(fieldsOf(fields['compatibility'])?.['platforms'], 'compatibility.platforms');
  const named = given?.map((each) => textIn(each, 'compatibility.platforms'));
  return [...new Set([...(named ?? PLATFORMS), ...overrides])].sort();
}

/** The launches of all platforms; those that are alike are one. */
function launchesIn(fields: Fields, type: ServerType, entryPoint: string, text: string): DeclaredLaunch[] {
  const CONFIG = 'server.mcp_config';
  const lines = new JsonKeyLines(text, (keys) => keys[0] === 'server');
  const config = fieldsOf(fields['server'])?.['mcp_config'];
  if (config === undefined || config === null)
    return [
      {
        platforms: platformsOf(fields, []),
        command: impliedCommand(type, entryPoint),
        variables: new Map(),
        line: lines.lineOf('server', 'entry_point'),
      },
    ];
  const given = objectIn(config, CONFIG);
  const base = configIn(given, CONFIG);
  const overrides = new Map(
    entriesIn(given['platform_overrides'], `${CONFIG}.platform_overrides`).map(([platform, value]) => {
      const field = `${CONFIG}.platform_overrides.${platform}`;
      return [platform, configIn(objectIn(value, field), field)];
    }),
  );
  const found = new Map<string, DeclaredLaunch>();
  for (const platform of platformsOf(fields, [...overrides.keys()])) {
    const own = overrides.get(platform);
    const program = own?.command ?? base.command;
    if (program === undefined) refuseField(`${CONFIG}.command`, `is missing for ${platform}`);
    // Some clients replace the variables of a platform and some add them: the launch is judged by all of them.
    const launch = {
      command: [program, ...(own?.args ?? base.args ?? [])],
      variables: new Map([...base.env, ...(own?.env ?? [])]),
    };
    const key = JSON.stringify([launch.command, [...launch.variables]]);
    const place = own?.command === undefined ? [] : ['platform_overrides', platform];
    found.set(key, {
      ...launch,
      platforms: [...(found.get(key)?.platforms ?? []), platform],
      line: found.get(key)?.line ?? lines.lineOf('server', 'mcp_config', ...place, 'command'),
    });
  }
  return [...found.values()];
}

function namesIn(fields: Fields, field: 'tools' | 'prompts'): DeclaredNames {
  const items = listIn(fields[field], field);
  return {
    names: items?.map((item, index) =>
      textIn(objectIn(item, `${field}[${index}]`)['name'], `${field}[${index}].name`),
    ),
    isOpen: flagIn(fields[`${field}_generated`], `${field}_generated`),
  };
}

const optionsIn = (fields: Fields): UserOption[] =>
  entriesIn(fields['user_config'], 'user_config').map(([name, value]) => {
    const field = `user_config.${name}`;
    const option = objectIn(value, field);
    return {
      name,
      type: textIn(option['type'], `${field}.type`),
      isRequired: flagIn(option['required'], `${field}.required`),
      isSensitive: flagIn(option['sensitive'], `${field}.sensitive`),
    };
  });

/**
 * Reads the manifest of a bundle, of which every field counts that says what starts. Others may have any value, as clients pass
 * over what they do not know.
 * @throws RefusedPackage that names the field
 */
export function readBundleManifest(bytes: Uint8Array): BundleManifest {
  const { fields, text } = parsed(bytes);
  const formatVersion = formatVersionOf(fields);
  const server = objectIn(fields['server'], 'server');
  const type = SERVER_TYPES.find((each) => each === server['type']);
  if (type === undefined) refuseField('server.type', `must be one of ${SERVER_TYPES.join(', ')}`);
  const entryPoint = pathIn(server['entry_point'], 'server.entry_point');
  return {
    formatVersion,
    name: textIn(fields['name'], 'name'),
    displayName: optionalTextIn(fields['display_name'], 'display_name'),
    version: textIn(fields['version'], 'version'),
    serverType: type,
    entryPoint,
    launches: launchesIn(fields, type, entryPoint, text),
    tools: namesIn(fields, 'tools'),
    prompts: namesIn(fields, 'prompts'),
    userOptions: optionsIn(fields),
  };
}
