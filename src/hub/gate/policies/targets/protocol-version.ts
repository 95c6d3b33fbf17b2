import { certainly, targetType, unknown } from './policy-target.js';

/** Versions of MCP are days. */
const BOUND = /^min:(20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))$/;

/** The newest version of MCP that a server speaks; older ones may be spoken besides. */
export const protocolVersion = targetType<string>({
  matches: 'below',
  format: '`min:<version of MCP>`, such as `min:2025-11-25`',
  rule: 'must be min:<version of MCP>, such as min:2025-11-25',
  parse: (text) => BOUND.exec(text)?.[1],
  match: (min, { protocolVersions: versions }) => {
    const newest = versions?.toSorted().at(-1);
    if (newest === undefined) return unknown('the versions of MCP that the server speaks are not known');
    return newest >= min
      ? undefined
      : certainly(`the newest version of MCP, ${newest}, is older than ${min}`);
  },
});
