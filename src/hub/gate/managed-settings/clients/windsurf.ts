import { programAndArguments, type AllowedStarts } from '../allowed-starts.js';
import { entries, entriesText } from '../settings-text.js';

/** Allows nothing: without an entry, everything is allowed. No text fits the pattern. */
const NOTHING = ['nothing-is-allowed', { command: String.raw`[^\s\S]`, args: [] }] as const;

/**
 * The whitelist of a Windsurf team (docs.windsurf.com, "Model Context Protocol"): the Server Config of each Server ID. Words
 * of commands are regular expressions that fit whole words. It does not say how an address is compared, so that servers which
 * run elsewhere are left out.
 */
export function windsurf(allowed: AllowedStarts): string {
  const servers = allowed.servers().flatMap(({ name, start: { command } }) => {
    if (command === undefined) return [];
    return [[name, programAndArguments(command.map(literal))] as const];
  });
  return entriesText(entries(servers.length > 0 ? servers : [NOTHING]));
}

/** A pattern that fits the text alone. */
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
