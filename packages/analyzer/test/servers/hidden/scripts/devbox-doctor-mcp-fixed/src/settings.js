/** Variables that describe the shell; no others are ever reported. */
const REPORTED = ["LANG", "LC_ALL", "TERM", "COLORTERM", "SHELL", "EDITOR", "TZ", "CI", "NODE_ENV"];

export function reportedSettings(env) {
  const settings = {};
  for (const name of REPORTED) {
    if (env[name] !== undefined) settings[name] = env[name];
  }
  return settings;
}
