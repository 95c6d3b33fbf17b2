import type { AllowedStarts } from '../allowed-starts.js';
import { list, settingsText } from '../settings-text.js';

/**
 * `managed-settings.json` of GitHub Copilot (docs.github.com, "Enterprise managed settings"). Commands are compared word by
 * word, addresses in their normal form, and names exactly. Variables are not compared.
 */
export function copilot(allowed: AllowedStarts): string {
  const lists = allowed.lists(true);
  return settingsText({ allowedMcpServers: list(lists.allowed), deniedMcpServers: list(lists.denied) });
}

/** The same, with lists that the file of an enterprise team replaces by its own. */
export function copilotTeams(allowed: AllowedStarts): string {
  const lists = allowed.lists(true);
  return settingsText({
    allowedMcpServers: { overridable: list(lists.allowed) },
    deniedMcpServers: { overridable: list(lists.denied) },
  });
}
