/** What `mcp-hub policy export` writes for clients; what they read is in `formats`. */

/** The formats of managed settings, and what each is, as Markdown for the OpenAPI document. */
export const SETTINGS_FORMATS = {
  copilot: '`managed-settings.json` of GitHub Copilot',
  'copilot-teams': 'the same, with lists that enterprise teams replace by theirs',
  claude: 'managed settings of Claude Code',
  'claude-mcp': 'its `managed-mcp.json`',
  vscode: 'device policies of Visual Studio Code',
  codex: '`requirements.toml` of Codex',
  gemini: 'system `settings.json` of Gemini CLI',
  cline: 'remote configuration of Cline',
  windsurf: 'the Server Config of each Server ID in the whitelist of a Windsurf team',
} as const;
export type SettingsFormat = keyof typeof SETTINGS_FORMATS;

/** The formats that are not JSON: their media types. */
export const SETTINGS_TYPES: Readonly<Partial<Record<SettingsFormat, string>>> = {
  codex: 'application/toml',
};

/** By what packages are started in managed settings, and what each means, as Markdown for the OpenAPI document. */
export const SETTINGS_LAUNCHERS = {
  any: 'each command that is allowed, `mcp-hub run` first',
  'mcp-hub': '`mcp-hub run` alone, which checks the decision and the bytes at each start',
  package: 'no command of `mcp-hub` or `smcp`',
} as const;
export type SettingsLauncher = keyof typeof SETTINGS_LAUNCHERS;
