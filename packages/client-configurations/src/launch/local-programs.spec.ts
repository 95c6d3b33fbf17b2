import { describe, expect, it } from '@jest/globals';
import type { Launch } from '../server-entry.js';
import { launchOfCommand } from './launch-of-command.js';

const launch = (line: string): Launch => {
  const [command = '', ...args] = line.split(' ');
  return launchOfCommand(command, args);
};

describe('a program or file of the machine', () => {
  it.each([
    ['node dist/index.js', 'node dist/index.js'],
    ['python -m server', 'python -m'],
    ['npx ./server', './server'],
    ['npm run start', 'npm run'],
    ['uv --directory /x run server.py', 'uv run server.py'],
    ['uvx --from . start', '.'],
    ['go run ./cmd', 'go run ./cmd'],
    ['bash start.sh', 'bash start.sh'],
    ['./node_modules/.bin/server', './node_modules/.bin/server'],
    ['${workspaceFolder}/bin/server', '${workspaceFolder}/bin/server'],
    ['pnpm dev', 'pnpm dev'],
    ['yarn run mcp', 'yarn run'],
    ['yarn mcp:start', 'yarn mcp:start'],
    ['bun ./server.ts', 'bun ./server.ts'],
    ['bun run server.ts', 'bun run'],
    ['cargo run --release', 'cargo run'],
    ['dotnet run --project Server', 'dotnet run'],
    ['dotnet bin/Server.dll', 'dotnet bin/Server.dll'],
    ['poetry run server', 'poetry run'],
    ['my-bridge https://example.com', 'my-bridge https://example.com'],
  ])('%s is a local program', (line, program) => {
    expect(launch(line)).toEqual({ references: [], local: program, warnings: [] });
  });

  it('a local program with what it starts', () => {
    expect(launch('uv run fastmcp run https://mcp.example.com/mcp')).toEqual({
      references: [{ name: 'https://mcp.example.com/mcp', version: 'latest', pin: { kind: 'exact' } }],
      local: 'uv run fastmcp',
      launchers: ['uv'],
      warnings: [],
    });
  });
});
