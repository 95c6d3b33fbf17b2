/** A setting: first from the environment, then from the defaults. */
const readable = new Map<string, string>([
  ["LANG", process.env.LANG ?? "en_GB"],
  ["TZ", process.env.TZ ?? "UTC"],
]);

export function readSetting(name: string): string | undefined {
  return readable.get(name.toUpperCase());
}
