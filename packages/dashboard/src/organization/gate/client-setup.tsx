import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SERVER_URL } from '../../api/client.ts';
import { quoted } from '../../domain/shell-word.ts';
import { Code } from '../../ui/code.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { signingKeyQuery } from './gate.queries.ts';

/** A client that enforces a list of servers. */
type Client = 'mcp-hub' | 'vscode' | 'copilot' | 'claude' | 'codex' | 'gemini' | 'cline' | 'windsurf';

/** The clients by name. */
const CLIENTS: readonly (readonly [Client, string])[] = [
  ['mcp-hub', 'mcp-hub run, in any client'],
  ['vscode', 'Visual Studio Code'],
  ['copilot', 'GitHub Copilot'],
  ['claude', 'Claude Code'],
  ['codex', 'Codex'],
  ['gemini', 'Gemini CLI'],
  ['cline', 'Cline'],
  ['windsurf', 'Windsurf'],
];

/** Address in the examples while the real one is not shown. */
export const SAMPLE_ADDRESS = 'https://hub.example.com/allow/ADDRESS';

/** An allow list, as those name it who set up clients. */
interface SetupProps {
  readonly address: string;
  /** Slug of the organization. */
  readonly org: string;
  readonly environment: string;
}

/** How to set up a client with the address of an allow list. */
export function ClientSetup(list: SetupProps) {
  const [client, setClient] = useState<Client>('mcp-hub');
  return (
    <div className="stack">
      <SelectField label="Set up" value={client} options={CLIENTS} onChange={setClient} />
      {client === 'mcp-hub' ? <Login {...list} /> : <Steps client={client} address={list.address} />}
    </div>
  );
}

/** The command by which users sign in once; it has the key, which they must not take from the server. */
function Login({ address, org, environment }: SetupProps) {
  const { data: key, error } = useQuery(signingKeyQuery());
  if (error !== null) return <Failure error={error} />;
  if (key === undefined) return <span className="skeleton settings-wait" />;
  return (
    <div className="stack">
      <p>
        Give this command to the users. It keeps the address and the key, and asks for their name in the
        registry and the password. Then <code>mcp-hub run</code> starts what the policies allow, in place of{' '}
        <code>npx</code> or <code>uvx</code>; the tab “Install” of each MCP has the entries for clients.
      </p>
      <Code
        label="Command that signs a user in"
        text={`mcp-hub login --server ${SERVER_URL} \\\n  --allow-list ${address} \\\n  --key ${key} \\\n  --org ${org} --environment ${quoted(environment)}`}
      />
      <p className="soft">
        <code>--key</code> is the thumbprint of the key that signs decisions. Clients refuse decisions that
        another key has signed.
      </p>
    </div>
  );
}

function Steps({
  client,
  address,
}: {
  readonly client: Exclude<Client, 'mcp-hub'>;
  readonly address: string;
}) {
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
  if (client !== 'claude') return <Exported client={client} address={address} />;
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

/** Clients whose file is written by the command, and not read from the address. */
type ExportedClient = Exclude<Client, 'mcp-hub' | 'vscode' | 'copilot' | 'claude'>;

const EXPORTS: Readonly<Record<ExportedClient, { readonly to: string; readonly file: string }>> = {
  codex: {
    to: 'Codex reads requirements.toml from a folder that users cannot write: /etc/codex on Linux and macOS, and %ProgramData%\\OpenAI\\Codex on Windows.',
    file: '/etc/codex/requirements.toml',
  },
  gemini: {
    to: 'Gemini CLI reads settings.json from /etc/gemini-cli on Linux, /Library/Application Support/GeminiCli on macOS, and C:\\ProgramData\\gemini-cli on Windows.',
    file: '/etc/gemini-cli/settings.json',
  },
  cline: {
    to: 'Put the keys of this file into the remote configuration of your organization in Cline.',
    file: 'remote-configuration.json',
  },
  windsurf: {
    to: 'Add each key of this file as a Server ID to the MCP whitelist of the team settings, with its value as the Server Config.',
    file: 'whitelist.json',
  },
};

function Exported({ client, address }: { readonly client: ExportedClient; readonly address: string }) {
  const { to, file } = EXPORTS[client];
  return (
    <div className="stack">
      <p>{to} A pipeline writes it with a service token, and notices when it is stale:</p>
      <Code
        label={`Command that writes ${file}`}
        text={`mcp-hub policy export --format ${client} \\\n  --output ${file}`}
      />
      {client === 'windsurf' ? (
        <>
          <p className="soft">
            The marketplace of the team shows this list if the address is one of its MCP Registry URLs:
          </p>
          <Code label="MCP Registry URL" text={address} />
        </>
      ) : null}
    </div>
  );
}
