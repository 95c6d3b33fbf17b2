import { MCP_SERVERS, USUAL_KEYS, type ClientFile, type ClientFormat } from './client-format.js';

const FOLDER = '.continue';
const inBoth = (path: string, part: Partial<ClientFile> = {}): ClientFile => ({
  workspace: `${FOLDER}/${path}`,
  user: `~/${FOLDER}/${path}`,
  ...part,
});
/** Its files in folders of the project and of the user, which may have folders of their own. */
const FOLDERS: readonly ClientFile[] = ['', '*/'].flatMap((inner) => [
  inBoth(`mcpServers/${inner}*.yaml`),
  inBoth(`mcpServers/${inner}*.yml`),
  inBoth(`mcpServers/${inner}*.json`, { syntax: 'json' }),
  ...['agents', 'assistants'].flatMap((kind) =>
    ['yaml', 'yml'].map((end) => inBoth(`${kind}/${inner}*.${end}`, { isShared: true })),
  ),
]);

/**
 * Continue. By its "config.yaml reference", "config.json reference" and "Model Context Protocol (MCP)". Its servers are a list, or
 * come from a catalog under `uses`. Files of other clients may be copied into its folder of servers. Files in JSON are of versions
 * before YAML, which read them where there is no `config.yaml`; those of a project end with `.continuerc.json`.
 */
export const continueDev: ClientFormat = {
  id: 'continue',
  name: 'Continue',
  syntax: 'yaml',
  files: [
    inBoth('config.yaml', { isShared: true }),
    ...FOLDERS,
    {
      workspace: '*.continuerc.json',
      user: `~/${FOLDER}/config.json`,
      syntax: 'json',
      isShared: true,
      lists: [{ at: ['experimental', 'modelContextProtocolServers'] }, MCP_SERVERS],
    },
  ],
  lists: [MCP_SERVERS],
  // Of its first version with servers.
  commands: [['experimental', 'modelContextProtocolServer']],
  mark: 'mcpServers',
  keys: {
    ...USUAL_KEYS,
    name: 'name',
    serverName: 'harmless',
    cwd: 'folder',
    requestOptions: 'harmless',
    apiKey: 'harmless',
    connectionTimeout: 'harmless',
    faviconUrl: 'harmless',
    sourceFile: 'harmless',
    uses: 'unread',
    with: 'harmless',
    override: 'unread',
    transport: {
      inside: { ...USUAL_KEYS, cwd: 'folder', requestOptions: 'harmless' },
      otherwise: 'harmless',
    },
  },
};
