import { useState } from 'react';
import { Code } from '../../ui/copy.tsx';
import { SelectField } from '../../ui/fields.tsx';

/** A client that enforces a list of servers. */
type Client = 'vscode' | 'copilot' | 'claude';

/** The clients by name. */
const CLIENTS: readonly (readonly [Client, string])[] = [
  ['vscode', 'Visual Studio Code'],
  ['copilot', 'GitHub Copilot'],
  ['claude', 'Claude Code'],
];

/** Address in the examples while the real one is not shown. */
export const SAMPLE_ADDRESS = 'https://hub.example.com/allow/ADDRESS';

/** How to set up a client with the address of an allow list. */
export function ClientSetup({ address }: { readonly address: string }) {
  const [client, setClient] = useState<Client>('vscode');
  return (
    <div className="stack">
      <SelectField label="Set up" value={client} options={CLIENTS} onChange={setClient} />
      <Steps client={client} address={address} />
    </div>
  );
}

function Steps({ client, address }: { readonly client: Client; readonly address: string }) {
  if (client === 'vscode') {
    return (
      <div className="stack">
        <p>
          Visual Studio Code then installs MCP servers from this list only. Set both by the device policies of
          your organization, so that users cannot change them:
        </p>
        <Code
          label="Device policies of Visual Studio Code"
          text={JSON.stringify({ McpGalleryServiceUrl: address, ChatMCP: 'registry' }, undefined, 2)}
        />
        <p className="soft">To try it without device policies, put the address into the user settings:</p>
        <Code
          label="User settings of Visual Studio Code"
          text={JSON.stringify(
            { 'chat.mcp.gallery.serviceUrl': address, 'chat.mcp.access': 'registry' },
            undefined,
            2,
          )}
        />
      </div>
    );
  }
  if (client === 'copilot') {
    return (
      <div className="stack">
        <ol className="numbered-steps">
          <li>Open the policies of your enterprise or organization on GitHub, and there AI controls, MCP.</li>
          <li>
            Enable “MCP servers in Copilot”, and enter this address as “MCP Registry URL”:
            <Code label="MCP Registry URL" text={address} />
          </li>
          <li>Set “Restrict MCP access to registry servers” to “Registry only”.</li>
        </ol>
        <p className="soft">
          A registry is compared by names, which users choose. Managed settings compare whole commands, and
          are the stronger of the two:
        </p>
        <Code label="Managed settings of Copilot" text={`curl -sSf ${address}/managed-settings.json`} />
      </div>
    );
  }
  return (
    <div className="stack">
      <p>
        Claude Code reads two files from a folder that users cannot write. <code>managed-mcp.json</code> gives
        everybody exactly these servers. Fetch it with your device management, for example every hour:
      </p>
      <Code
        label="Servers of Claude Code on Linux"
        text={`curl -sSf ${address}/managed-mcp.json \\\n  -o /etc/claude-code/managed-mcp.json`}
      />
      <p className="soft">
        On macOS, the folder is <code>/Library/Application Support/ClaudeCode</code>; on Windows, it is{' '}
        <code>C:\Program Files\ClaudeCode</code>. To let users add servers themselves, but only allowed ones,
        distribute the managed settings of this page as <code>managed-settings.json</code> instead.
      </p>
    </div>
  );
}
