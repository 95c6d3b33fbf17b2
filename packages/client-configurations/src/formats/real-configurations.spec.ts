import { describe, expect, it } from '@jest/globals';
import { readServers } from '../read-servers.js';

/** Where a project is on the machine of who wrote the file. */
const HOME = '/home/dev/work';

/**
 * Configurations as public repositories have them, in words of our own: each with its servers as a person reads them. A server
 * is its name, `off` where it is, and what it starts: references, a program of the machine, or nothing that is known.
 */
const CONFIGURATIONS: readonly (readonly [
  what: string,
  file: string,
  text: string,
  servers: readonly string[],
])[] = [
  [
    'one file of Node.js for each server, whose tokens come from the environment, and a page of documents',
    '.codex/config.toml',
    `[mcp_servers.code-host]
command = "node"
args = ["./tools/mcp/code-host.mjs"]
env_vars = ["CODE_HOST_TOKEN"]
enabled = true

[mcp_servers.docs]
url = "https://docs.example.com/mcp"
enabled = true
`,
    ['code-host: program', 'docs: https://docs.example.com/mcp latest'],
  ],
  [
    'instructions in a long text, tables of agents, and one pinned package',
    '.codex/config.toml',
    `developer_instructions = """
Read [the rules] first: {nothing} = is "changed" here.
"""
[features]
hooks = true
[agents]
max_threads = 3
[agents.reviewer]
config_file = "agents/reviewer.toml"
[mcp_servers.library-docs]
command = "npx"
args = ["-y", "@acme/library-docs@4.0.2"]
`,
    ['library-docs: npm:@acme/library-docs 4.0.2'],
  ],
  [
    'a program and a folder of one machine',
    '.codex/config.toml',
    `# generated
[mcp_servers.planner]
command = "${HOME}/bin/planner"
args = ["mcp"]
cwd = "${HOME}/shop"
enabled_tools = [
  "plan_next",
  "plan_check",
]
`,
    ['planner: denied'],
  ],
  [
    'settings alone, with examples of servers in comments',
    '.codex/config.toml',
    `approval_policy = "on-request"
[features]
shell_tool = true
# [mcp_servers.memory]
# command = "npx"
# args = ["-y", "@acme/memory"]
`,
    [],
  ],
  [
    'a global program with words behind it, and a remote server without more',
    '.codex/config.toml',
    `[shell_environment_policy]
inherit = "core"
[mcp_servers.stack]
command = "stack"
args = [
    "agent",
    "mcp",
]
[mcp_servers.tickets]
url = "https://mcp.tickets.example/mcp"
`,
    ['stack: program', 'tickets: https://mcp.tickets.example/mcp latest'],
  ],
  [
    'files of the project and an address, beside nothing else',
    '.zed/settings.json',
    `{ "context_servers": {
  "code-host": { "command": "node", "args": ["tools/mcp/code-host.mjs"] },
  "docs": { "url": "https://docs.example.com/mcp" }
} }`,
    ['code-host: program', 'docs: https://docs.example.com/mcp latest'],
  ],
  [
    'formatters of languages',
    '.zed/settings.json',
    '{ "languages": { "TSX": { "formatter": { "language_server": { "name": "x" } } } }, "lsp": {} }',
    [],
  ],
  [
    'an object under command, as older guides have it',
    'settings of a guide',
    `{ "context_servers": { "pages": { "command": { "path": "npx", "args": ["-y", "@pages/mcp-server"],
      "env": { "HEADERS": "{}" } }, "settings": {} } } }`,
    ['pages: npm:@pages/mcp-server latest'],
  ],
  [
    'names of files, servers that are trusted, and which of them are allowed',
    '.gemini/settings.json',
    `{ "context": { "fileName": ["AGENTS.md"] },
  "mcpServers": {
    "code-host": { "command": "node", "args": ["./tools/mcp/code-host.mjs"], "trust": true },
    "docs": { "httpUrl": "https://docs.example.com/mcp", "trust": true },
    "old": { "httpUrl": "https://old.example.com/mcp" }
  },
  "mcp": { "allowed": ["code-host", "docs"] } }`,
    [
      'code-host: program',
      'docs: https://docs.example.com/mcp latest',
      'old off: https://old.example.com/mcp latest',
    ],
  ],
  [
    'a server of this machine with a password in a header',
    '.gemini/settings.json',
    '{ "mcpServers": { "cms": { "url": "http://localhost:8080/o/mcp/sse", "headers": { "Authorization": "Basic dGVzdDp0ZXN0" } } } }',
    ['cms: http://localhost:8080/o/mcp/sse latest'],
  ],
  ['a theme and an editor', '.gemini/settings.json', '{ "preferredEditor": "vscode", "theme": "One" }', []],
  [
    'an extension that anyone installs',
    'gemini-extension.json',
    `{ "name": "upgrades", "version": "6.1.0", "description": "x",
  "mcpServers": { "upgrades": { "command": "npx", "args": ["-y", "@upgrades/mcp-server"] } } }`,
    ['upgrades: npm:@upgrades/mcp-server latest'],
  ],
  [
    'packages without versions, and a folder elsewhere',
    '.kiro/settings/mcp.json',
    `{ "mcpServers": {
    "builds": { "command": "npx", "args": ["-y", "builds-mcp@latest"], "disabled": false, "autoApprove": ["list"] },
    "screen": { "command": "uv", "args": ["--directory", "${HOME}/screen-mcp", "run", "screen-mcp"], "disabled": true }
  } }`,
    ['builds: npm:builds-mcp latest', 'screen off: program'],
  ],
  [
    'servers of a cloud, each with the level of its log',
    '.amazonq/mcp.json',
    `{ "mcpServers": {
    "cloud.diagrams": { "args": ["cloud.diagrams-mcp"], "autoApprove": [], "command": "uvx", "disabled": false,
      "env": { "FASTMCP_LOG_LEVEL": "ERROR" } },
    "cloud.core": { "args": ["cloud.core-mcp@latest"], "command": "uvx", "disabled": true }
  } }`,
    ['cloud.diagrams: pypi:cloud.diagrams-mcp latest', 'cloud.core off: pypi:cloud.core-mcp latest'],
  ],
  [
    'an archive at an address instead of a package',
    '.vscode/mcp.json',
    `{
    "servers": {
        "Dev Box": { "type": "stdio", "command": "npx", "args": ["-y", "https://short.example/box/preview"] }
    }
}`,
    ['Dev Box: denied'],
  ],
  [
    'comments around a server that is built and watched',
    '.vscode/mcp.json',
    `{
  "servers": {
    "local": {
      "command": "node",
      "args": ["\${workspaceFolder}"],
      // "env": { "DB_PATH": "\${workspaceFolder}/test.json" },
      "dev": { "watch": "dist/**/*.js", "debug": { "type": "node" } }
    }
    // "canary": { "command": "npx", "args": ["-y", "memo@canary"] }
  }
}`,
    ['local: program'],
  ],
  [
    'a script of npm in a folder of the workspace',
    '.vscode/mcp.json',
    `{ "servers": { "browser": { "type": "stdio", "command": "npm", "args": ["run", "start-stdio"],
      "cwd": "\${workspaceFolder}/test/mcp" } }, "inputs": [] }`,
    ['browser: denied'],
  ],
  [
    'tabs and two packages',
    '.cursor/mcp.json',
    '{\n\t"mcpServers": {\n\t\t"lint": {"command": "npx", "args": ["@lint/mcp@latest"], "env": {}},\n\t\t"docs": {"command": "npx", "args": ["-y", "@acme/library-docs"]}\n\t}\n}',
    ['lint: npm:@lint/mcp latest', 'docs: npm:@acme/library-docs latest'],
  ],
  [
    'what an extension of the editor wrote for one machine',
    '.cursor/mcp.json',
    `{ "mcpServers": { "queue-1": { "command": "node", "args": ["c:/Users/dev/AppData/runtime/index.mjs"],
      "env": { "QUEUE_SESSION": "1", "QUEUE_ROOT": "c:/Users/dev/AppData/runtime/messages" } } } }`,
    ['queue-1: program'],
  ],
  [
    'both kinds of servers, and a project in a query',
    'opencode.json',
    `{ "$schema": "https://opencode.ai/config.json", "instructions": ["AGENTS.md"],
  "mcp": {
    "code-host": { "type": "local", "command": ["node", "./tools/mcp/code-host.mjs"], "enabled": true },
    "database": { "type": "remote", "url": "https://mcp.database.example/mcp?project_ref=abc", "enabled": false }
  } }`,
    ['code-host: program', 'database off: https://mcp.database.example/mcp latest'],
  ],
  [
    'a plugin whose file is the list',
    'plugins/browser/.mcp.json',
    '{\n  \n  "browser": {\n    "command": "npx",\n    "args": ["@acme/browser@latest", "--image-responses=omit"]\n  }\n}\n\n',
    ['browser: npm:@acme/browser latest'],
  ],
  [
    'an address with tools that need no question',
    '.roo/mcp.json',
    '{ "mcpServers": { "CMS": { "url": "http://localhost:3001/sse", "alwaysAllow": ["get-item"] } } }',
    ['CMS: http://localhost:3001/sse latest'],
  ],
  [
    'PHP and a file of one machine',
    '.junie/mcp/mcp.json',
    `{ "mcpServers": { "boost": { "command": "/usr/bin/php", "args": ["${HOME}/app/artisan", "boost:mcp"] } } }`,
    [`boost: program`],
  ],
  [
    'a remote server in a block with a version',
    '.continue/mcpServers/music.yaml',
    `name: Music
version: 0.1.0
schema: v1
mcpServers:
  - name: Music
    type: streamable-http
    url: https://music.example.com/mcp
`,
    ['Music: https://music.example.com/mcp latest'],
  ],
  [
    'what is built in, and a remote one',
    'config.yaml',
    `GOOSE_PROVIDER: acme
extensions:
  apps: {type: platform, name: apps, enabled: false, bundled: true, description: "", available_tools: []}
  music:
    name: Music
    type: streamable_http
    uri: https://music.example.com/mcp
    enabled: true
    timeout: 300
`,
    ['music: https://music.example.com/mcp latest'],
  ],
];

describe('configurations of public repositories', () => {
  it.each(CONFIGURATIONS)('%s (%s)', (_what, file, text, servers) => {
    const read = readServers(file, text).map(({ name, disabled, launch }) => {
      const { references, local, refused, warnings } = launch;
      const starts = [
        ...(refused === undefined ? [] : ['denied']),
        ...(local === undefined ? [] : ['program']),
        ...references.map((reference) => `${reference.name} ${reference.version}`),
      ].join(' and ');
      expect(warnings).toEqual([]);
      return `${name}${disabled === true ? ' off' : ''}: ${starts}`;
    });
    expect(read).toEqual(servers);
  });
});
