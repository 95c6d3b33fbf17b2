import { programAndArguments, type AllowedStarts, type NamedStart } from '../allowed-starts.js';
import { entries, list, settingsText } from '../settings-text.js';

/** Allows nothing: an empty list would allow everything. */
const NOTHING = 'nothing-is-allowed';

/**
 * System settings of Gemini CLI (geminicli.com, "Gemini CLI for the enterprise"). It goes by names, and a server of these
 * settings takes the place of a user's with its name. Names with an underscore break its rules for tools.
 */
export function gemini(allowed: AllowedStarts): string {
  const servers = allowed.servers('-');
  const names = servers.map(({ name }) => JSON.stringify(name));
  const none = [JSON.stringify(NOTHING)];
  return settingsText({
    mcp: names.length > 0 ? { allowed: list(names) } : { allowed: list(none), excluded: list(none) },
    mcpServers: entries(servers.map(server)),
  });
}

const server = ({ name, start }: NamedStart): [string, object] => [
  name,
  start.command === undefined ? { httpUrl: start.url } : programAndArguments(start.command),
];
