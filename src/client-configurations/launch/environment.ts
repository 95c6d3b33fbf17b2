/** A variable with its value, as far as the configuration has it. */
export type Variable = readonly [name: string, value?: string | undefined];

// Of npm, other package managers and Corepack; of uv and pip.
const PACKAGES =
  /^(?:npm_config_.*|yarn_.*|pnpm_.*|bun_.*|corepack_.*|uv_(?!python$|no_progress$|http_timeout$|log_context$).*|pip_.*|pipx_.*)$/i;
// Of Go and its compilers.
const GO =
  /^(?:go(?:proxy|flags|nosumdb|nosumcheck|sumdb|private|noproxy|toolchain|insecure|root|path|env|work|cache|cacheprog|modcache|auth|vcs|bin|tmpdir|experiment|111module)|cc|cxx|ar|fc|pkg_config|cgo_.*)$/i;
// Of interpreters: what they load, and where from.
const INTERPRETERS =
  /^(?:node_(?:options|path|tls_reject_unauthorized|compile_cache)|python(?!unbuffered$|ioencoding$|utf8$|dontwritebytecode$|hashseed$|nousersite$|safepath$).*|perl5.*|ruby.*|java_tool_options|_java_options|jdk_java_options|openssl_.*)$/i;
// Of shells, the loader of programs, git, containers, and the system.
const SYSTEM =
  /^(?:ld_.*|dyld_.*|gconv_path|glibc_tunables|path|pathext|comspec|systemroot|windir|bash_env|env|shellopts|bashopts|ps4|zdotdir|bash_func_.*|git_(?:config|exec|ssh|proxy|template|dir|work|alternate|object|attr|askpass|external).*|docker_(?:host|context|config|cert_path)|container_host|containers_.*)$/i;

/** Folders in which package managers find their settings and what they have installed. */
const HOMES = /^(?:home|userprofile|appdata|localappdata|xdg_(?:config|data|cache)_home)$/i;
/** Those of the user, as a client has them without the variable. */
const HOME_OF_USER =
  /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[a-z]:[\\/]Users[\\/][^\\/]+(?:[\\/]AppData[\\/](?:Roaming|Local))?)[\\/]?$/i;

const AUTHORITIES = /^(?:ssl_cert_(?:file|dir)|requests_ca_bundle|curl_ca_bundle|node_extra_ca_certs)$/i;
const PROXIES = /^(?:https?|all)_proxy$/i;
const LOOKS_LIKE_PATH = /[/\\$~]|^\./;

/** Whether a variable changes which code a program loads, or where it takes packages from. */
function changesCode([name, value = '']: Variable): boolean {
  if (/^uv_python$/i.test(name)) return LOOKS_LIKE_PATH.test(value);
  if (HOMES.test(name)) return !HOME_OF_USER.test(value) && !isItself(name, value);
  return [PACKAGES, GO, INTERPRETERS, SYSTEM].some((names) => names.test(name));
}

/** `${HOME}` and `${env:HOME}` for `HOME`. */
const isItself = (name: string, value: string): boolean =>
  [`$${name}`, `\${${name}}`, `\${env:${name}}`].includes(value);

/** Why the environment of a server makes it unknown what runs; undefined if it does not. */
export function environmentProblem(variables: readonly Variable[]): string | undefined {
  const [changing] = variables.find(changesCode) ?? [];
  if (changing !== undefined) return `the variable ${changing} changes what runs`;
  // A proxy alone cannot change a package, because its certificate is not trusted.
  const [authority] = variables.find(([name]) => AUTHORITIES.test(name)) ?? [];
  const [proxy] = variables.find(([name]) => PROXIES.test(name)) ?? [];
  return authority === undefined || proxy === undefined
    ? undefined
    : `the variables ${proxy} and ${authority} together change what runs`;
}

/** The same for the environment of a container, where programs of the host are not started. */
export const containerProblem = (variables: readonly Variable[]): string | undefined =>
  environmentProblem(variables.filter(([name]) => !/^(?:docker|containers?)_/i.test(name)));

/** `NAME=value`, or `NAME` alone. */
export function variableOf(text: string): Variable {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
