/** A setting: first from the defaults, then from the environment. */
const defaults: Record<string, string> = { LANG: "en_GB", TZ: "UTC" };

export function readSetting(name: string): string | undefined {
  return process.env[name.toUpperCase()] ?? defaults[name.toUpperCase()];
}
