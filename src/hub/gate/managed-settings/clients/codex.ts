import type { AllowedStarts, NamedStart } from '../allowed-starts.js';

/**
 * `requirements.toml` of Codex (developers.openai.com, "Managed configuration"). A server runs if both its name and its
 * command, or its address, are those of an entry. A table without entries allows nothing.
 */
export const codex = (allowed: AllowedStarts): string =>
  ['[mcp_servers]\n', ...allowed.servers().map(requirement)].join('\n');

function requirement({ name, start }: NamedStart): string {
  const table = `mcp_servers.${name}.identity`;
  if (start.command === undefined) return `[${table}]\nurl = ${string(start.url)}\n`;
  const [executable = '', ...args] = start.command;
  const matchers = args.map((value) => `{ match = "exact", value = ${string(value)} }`);
  return `[${table}.command]\nexecutable = ${string(executable)}\nargs = [${matchers.join(', ')}]\n`;
}

/** A basic string of TOML: JSON's escapes are among its own, and DEL is the only character that it must escape besides. */
const string = (text: string): string => JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`);
