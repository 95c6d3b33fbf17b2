import type { SettingsFormat, SettingsLauncher } from '@mcp-hub/client-configurations';
import type { Decided } from '../catalog-decisions/decided.js';
import { AllowedStarts } from './allowed-starts.js';
import { claude, claudeMcp } from './clients/claude.js';
import { cline } from './clients/cline.js';
import { codex } from './clients/codex.js';
import { copilot, copilotTeams } from './clients/copilot.js';
import { gemini } from './clients/gemini.js';
import { vscode } from './clients/vscode.js';
import { windsurf } from './clients/windsurf.js';

/** The file of each client. */
const DOCUMENTS: Readonly<Record<SettingsFormat, (allowed: AllowedStarts) => string>> = {
  copilot,
  'copilot-teams': copilotTeams,
  claude,
  'claude-mcp': claudeMcp,
  vscode,
  codex,
  gemini,
  cline,
  windsurf,
};

/**
 * The document of a format as text, with an entry in each line. The same decisions give the same bytes.
 * @throws 409 for too many entries
 */
export const managedSettings = (
  decided: Decided,
  format: SettingsFormat,
  launcher: SettingsLauncher,
): string => DOCUMENTS[format](new AllowedStarts(decided, launcher));
