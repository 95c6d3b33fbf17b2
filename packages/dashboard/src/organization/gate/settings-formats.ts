import type { SettingsFormat, SettingsLauncher } from './gate.queries.ts';

/** A file of a client. */
export interface SettingsFile {
  /** The client with what it calls the file. */
  readonly name: string;
  /** The name of the download. */
  readonly file: string;
  /** How the client compares, and how users get around that. */
  readonly about: string;
}

const COMMANDS =
  'It compares whole commands and addresses, whatever a server is called. Variables of a server are not compared.';

/** The formats, as the field offers them. */
export const SETTINGS_FILES: Readonly<Record<SettingsFormat, SettingsFile>> = {
  copilot: { name: 'GitHub Copilot: managed-settings.json', file: 'managed-settings.json', about: COMMANDS },
  'copilot-teams': {
    name: 'GitHub Copilot: managed-settings.json for teams',
    file: 'managed-settings.json',
    about:
      'The file of the enterprise, with lists that the file of a team replaces. The file of a team is that of GitHub Copilot for its environment.',
  },
  claude: { name: 'Claude Code: managed-settings.json', file: 'managed-settings.json', about: COMMANDS },
  'claude-mcp': {
    name: 'Claude Code: managed-mcp.json',
    file: 'managed-mcp.json',
    about: 'Everybody gets exactly these servers, as they are here.',
  },
  vscode: {
    name: 'Visual Studio Code: device policies',
    file: 'policies.json',
    about: `${COMMANDS} Sessions of an agent host read the file of GitHub Copilot, not these policies.`,
  },
  codex: {
    name: 'Codex: requirements.toml',
    file: 'requirements.toml',
    about:
      'A server runs under its name here, by its command here. Variables and folders are not compared, and servers of plugins are not in this file.',
  },
  gemini: {
    name: 'Gemini CLI: system settings.json',
    file: 'settings.json',
    about:
      'A server runs as it is here, under its name here. Users get around the file with a variable or an option of the command line.',
  },
  cline: {
    name: 'Cline: remote configuration',
    file: 'remote-configuration.json',
    about: 'It compares local servers by their names alone, so that any program can have an allowed name.',
  },
  windsurf: {
    name: 'Windsurf: whitelist of a team',
    file: 'whitelist.json',
    about:
      'Each key is a Server ID, and its value the Server Config. A server runs under its ID, by its command. Variables are not compared. Servers that run elsewhere are left out.',
  },
};

/** By what packages are started. */
export const LAUNCHERS: Readonly<Record<SettingsLauncher, string>> = {
  any: 'Anything allowed',
  'mcp-hub': 'mcp-hub run alone',
  package: 'No mcp-hub or smcp',
};
