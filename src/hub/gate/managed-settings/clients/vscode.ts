import type { AllowedStarts } from '../allowed-starts.js';
import { list, settingsText } from '../settings-text.js';

/**
 * Device policies of Visual Studio Code (code.visualstudio.com, "Manage AI settings in enterprise environments"), which
 * compares like Copilot.
 */
export function vscode(allowed: AllowedStarts): string {
  const lists = allowed.lists(true);
  return settingsText({
    ChatAllowManagedMcpServersOnly: true,
    ChatAllowedMcpServers: list(lists.allowed),
    ChatDeniedMcpServers: list(lists.denied),
  });
}
