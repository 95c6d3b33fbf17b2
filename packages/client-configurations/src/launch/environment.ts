import { choosesCode, isFolderOfUser } from '@mcp-hub/analyzer/launches';
import { escapedText } from '@mcp-hub/analyzer/texts';

/** What a name of a variable is made of. Programs split others at different places: `NODE_OPTIONS=--require`. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A version of Python, and no program that is called so: `3.12`, `cpython@3.12`. */
export const PYTHON_VERSION = /^(?:cpython[@-])?3(?:\.\d+){0,2}$/i;

/** A variable with its value, as far as the configuration has it. */
export type Variable = readonly [name: string, value?: string | undefined];

/** Those of the user, as a client has them without the variable. */
const HOME_OF_USER =
  /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[a-z]:[\\/]Users[\\/][^\\/]+(?:[\\/]AppData[\\/](?:Roaming|Local))?)[\\/]?$/i;

const AUTHORITIES = /^(?:ssl_cert_(?:file|dir)|requests_ca_bundle|curl_ca_bundle|node_extra_ca_certs)$/i;
const PROXIES = /^(?:https?|all)_proxy$/i;

/** Whether a variable changes which code a program loads, or where it takes packages from. */
function changesCode([name, value = '']: Variable): boolean {
  if (/^uv_python$/i.test(name)) return !PYTHON_VERSION.test(value);
  if (isFolderOfUser(name)) return !HOME_OF_USER.test(value) && !isItself(name, value);
  return choosesCode(name);
}

/** `${HOME}` and `${env:HOME}` for `HOME`. */
const isItself = (name: string, value: string): boolean =>
  [`$${name}`, `\${${name}}`, `\${env:${name}}`].includes(value);

/**
 * Variables that change no more than how a program talks: its language, its log, its terminal. Those of launchers that are
 * here, such as `UV_HTTP_TIMEOUT`, have been looked at one by one.
 */
const NEUTRAL =
  /^(?:tz|lang|language|lc_\w+|no_color|force_color|clicolor|clicolor_force|term|colorterm|columns|lines|debug|log_level|node_env|node_no_warnings|ci|pythonunbuffered|pythonioencoding|pythonutf8|pythondontwritebytecode|pythonhashseed|pythonnousersite|pythonsafepath|uv_python|uv_no_progress|uv_http_timeout|uv_log_context|no_proxy)$/i;

/**
 * The names of variables that only the analysis of a package can confirm, of variables without a problem: one that it reads
 * is meant for it, and any other one for something that nobody has looked at.
 */
export const variablesToConfirm = (variables: readonly Variable[]): string[] => [
  ...new Set(
    variables
      .map(([name]) => name)
      .filter(
        (name) => ![NEUTRAL, AUTHORITIES, PROXIES].some((names) => names.test(name)) && !isFolderOfUser(name),
      ),
  ),
];

const quotedName = (name: string): string => JSON.stringify(escapedText(name));

/** Why the environment of a server makes it unknown what runs; undefined if it does not. */
export function environmentProblem(variables: readonly Variable[]): string | undefined {
  const [unnamed] = variables.find(([name]) => !NAME.test(name)) ?? [];
  if (unnamed !== undefined)
    return `the variable ${quotedName(unnamed)} has a name that programs read differently`;
  const [changing] = variables.find(changesCode) ?? [];
  if (changing !== undefined) return `the variable ${changing} changes what runs`;
  // A proxy alone cannot change a package, because its certificate is not trusted.
  const [authority] = variables.find(([name]) => AUTHORITIES.test(name)) ?? [];
  const [proxy] = variables.find(([name]) => PROXIES.test(name)) ?? [];
  return authority === undefined || proxy === undefined
    ? undefined
    : `the variables ${proxy} and ${authority} together change what runs`;
}

/** Variables that a launch sets, as far as others have to judge them. */
export interface UsedVariables {
  /** Names that the analysis of one of its packages must confirm. */
  readonly variables?: readonly string[];
  /** Names of proxies and of authorities, which change what runs where both are set, wherever each of them is. */
  readonly connections?: readonly string[];
}

/** What variables without a problem leave for others to judge. */
export const usedVariables = (variables: readonly Variable[]): UsedVariables => ({
  variables: variablesToConfirm(variables),
  connections: variables.map(([name]) => name).filter((name) => AUTHORITIES.test(name) || PROXIES.test(name)),
});

export const joinedUses = (one: UsedVariables, other: UsedVariables): UsedVariables => ({
  variables: [...new Set([...(one.variables ?? []), ...(other.variables ?? [])])],
  connections: [...new Set([...(one.connections ?? []), ...(other.connections ?? [])])],
});

/** Why variables that are set at several places of a launch change what runs together. */
export const connectionProblem = (names: readonly string[]): string | undefined =>
  environmentProblem(names.map((name) => [name]));

/** The same for the environment of a container, where programs of the host are not started. */
export const containerProblem = (variables: readonly Variable[]): string | undefined =>
  environmentProblem(variables.filter(([name]) => !/^(?:docker|containers?)_/i.test(name)));

/** `NAME=value`, or `NAME` alone. */
export function variableOf(text: string): Variable {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
