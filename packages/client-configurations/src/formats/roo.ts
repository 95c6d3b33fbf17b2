import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';
import { extensionFile } from './cline.js';

/** Roo Code. By its document "Using MCP in Roo Code". */
export const roo: ClientFormat = {
  id: 'roo-code',
  name: 'Roo Code',
  syntax: 'json',
  files: [
    { workspace: '.roo/mcp.json' },
    { user: extensionFile('rooveterinaryinc.roo-cline/settings/mcp_settings.json') },
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    cwd: 'folder',
    disabled: 'disabled',
    alwaysAllow: 'harmless',
    disabledTools: 'harmless',
    watchPaths: 'harmless',
    timeout: 'harmless',
  },
};
