// Of npm, other package managers and Corepack; of uv and pip.
const PACKAGES =
  /^(?:npm_(?:config|package|lifecycle)_.*|npm_(?:execpath|node_execpath|command)|init_cwd|yarn_.*|pnpm_.*|bun_.*|prefix|destdir|corepack_.*|uv_(?!python$|no_progress$|http_timeout$|log_context$).*|pip_.*|pipx_.*|mcp_hub_.*|smcp_.*)$/i;
// Of programs that choose the version of another one.
const VERSIONS = /^(?:nvm_.*|fnm_.*|volta_.*|asdf_.*|mise_.*|rtx_.*|pyenv_.*|n_prefix|nodenv_.*|rbenv_.*)$/i;
// Of Go and its compilers.
const GO =
  /^(?:go(?:proxy|flags|nosumdb|nosumcheck|sumdb|private|noproxy|toolchain|insecure|root|path|env|work|cache|cacheprog|modcache|auth|vcs|bin|tmpdir|experiment|111module)|cc|cxx|ar|fc|pkg_config|cgo_.*|godebug)$/i;
// Of interpreters: what they load, and where from.
const INTERPRETERS =
  /^(?:node_(?!env$|no_warnings$|extra_ca_certs$).*|electron_.*|deno_.*|python(?!unbuffered$|ioencoding$|utf8$|dontwritebytecode$|hashseed$|nousersite$|safepath$).*|perl5.*|ruby.*|gem_.*|bundle_.*|java_tool_options|_java_options|jdk_java_options|dotnet_.*|coreclr_.*|complus_.*|cor_.*|__pyvenv_launcher__|py_python.*|pylauncher_.*|php_ini_scan_dir|phprc|lua_.*|tcllibpath|openssl_.*|virtual_env|conda_.*)$/i;
// Of shells, the loader of programs, git, containers, and the system.
const SYSTEM =
  /^(?:ld_.*|dyld_.*|gconv_path|glibc_tunables|path|pathext|xdg_config_dirs|xdg_data_dirs|comspec|systemroot|systemdrive|windir|homedrive|homepath|programdata|programfiles.*|allusersprofile|psmodulepath|tmpdir|tmp|temp|hostaliases|xdg_runtime_dir|bash_env|env|shellopts|bashopts|ps4|zdotdir|cdpath|prompt_command|shlib_path|libpath|bash_func_.*|git_(?:config|exec|ssh|proxy|template|dir|work|alternate|object|attr|askpass|external).*|docker_(?:host|context|config|auth_config|cert_path|tls.*|api_version|default_platform|content_trust.*|custom_headers|cli_.*)|compose_.*|registry_auth_file|ssh_askpass|container_(?:host|sshkey|connection|passphrase|proxy|tls.*)|containers_.*|storage_driver|storage_opts)$/i;

/** Folders in which package managers find their settings and what they have installed. */
const HOMES = /^(?:home|userprofile|appdata|localappdata|xdg_(?:config|data|cache|state|bin)_home)$/i;

/** Whether a variable of this name makes some program load other code, or take packages from elsewhere, whatever its value. */
export const choosesCode = (name: string): boolean =>
  [PACKAGES, VERSIONS, GO, INTERPRETERS, SYSTEM].some((names) => names.test(name));

/** Whether a variable names a folder of the user in which programs find settings and code; its value decides. */
export const isFolderOfUser = (name: string): boolean => HOMES.test(name);
