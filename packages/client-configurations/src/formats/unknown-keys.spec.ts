import { describe, expect, it } from '@jest/globals';
import { readServers } from '../read-servers.js';

const launchWith = (more: object, file = '.cursor/mcp.json') =>
  readServers(
    file,
    JSON.stringify({
      [file.startsWith('.vscode') ? 'servers' : 'mcpServers']: {
        a: { command: 'npx', args: ['-y', 'files@1.2.3'], ...more },
      },
    }),
  )[0]?.launch;

describe('a key that the format does not have', () => {
  it.each<[string, object]>([
    ['a shell', { shell: true }],
    ['a task before', { preLaunchTask: 'build' }],
    ['a hook', { hooks: { start: 'x' } }],
    ['a wrapper', { wrapper: ['strace'] }],
    ['a prefix of the command', { command_prefix: 'sudo' }],
    ['another name of the program', { executablePath: './x' }],
    ['another name of the program in one word', { cmd: './x' }],
    ['arguments of the runtime', { runtimeArgs: ['--require=./x'] }],
    ['arguments in another case', { nodeARGS: ['--require=./x'] }],
    ['an object that is a launch', { windows: { command: 'cmd', args: ['/c', 'x'] } }],
    ['such an object in a list', { platforms: [{ os: 'win32', with: { cmd: 'x' } }] }],
    ['an address of another client', { serverUrl: 'https://example.com' }],
    ['a program of another client', { headersHelper: './x' }],
    ['a place of another client', { experimental_environment: 'far' }],
    ['a registry', { npmRegistry: 'https://example.com' }],
  ])('denies the entry for %s', (_what, more) => {
    const [key] = Object.keys(more);
    expect(launchWith(more)?.refused).toBe(`its ${key} is not read, and may decide what runs`);
  });

  it.each<[string, object, RegExp]>([
    ['a folder', { cwd: 'elsewhere' }, /cwd is another folder/],
    ['variables', { environment: { NODE_OPTIONS: '--require=./x' } }, /NODE_OPTIONS/],
    ['variables that are none', { environment: 'production' }, /must be/],
    ['names of variables', { env_vars: ['NODE_OPTIONS'] }, /NODE_OPTIONS/],
  ])('is judged as %s where other clients read it so', (_what, more, reason) => {
    expect(launchWith(more, 'claude_desktop_config.json')?.refused).toMatch(reason);
  });

  it('is judged as a file of variables, too', () => {
    const launch = launchWith({ envFile: '.env' }, 'claude_desktop_config.json');
    expect(launch?.environmentFiles).toEqual(['.env']);
  });

  it.each([
    { description: 'Files of the project' },
    { _comment: 'the runner of tests' },
    { icon: 'file.svg', tags: ['files'], version: '1.0.0', author: { name: 'Acme' } },
    { autoApprove: ['read'], alwaysAllow: [], trust: true, startup_timeout_ms: 10 },
    { disabled: false, transportType: 'stdio', restartOnFailure: true, retries: 3 },
    { '//': 'see the guide', $schema: 'https://example.com/schema.json' },
  ])('warns and denies nothing where it says nothing about the start: %j', (more) => {
    const launch = launchWith(more);
    expect([launch?.refused, launch?.references.length]).toEqual([undefined, 1]);
  });
});

describe('keys of Visual Studio Code', () => {
  it('deny the entry for a debugger of a path, which starts the server', () => {
    const dev = { dev: { watch: 'src/**', debug: { type: 'debugpy', debugpyPath: './x' } } };
    expect(launchWith(dev, '.vscode/mcp.json')?.refused).toBe(
      'its debugpyPath is not read, and may decide what runs',
    );
  });

  it('take rights away, or restart the server', () => {
    const more = {
      sandboxEnabled: true,
      sandbox: { network: { allowedDomains: [] } },
      dev: { watch: 'src/**', debug: { type: 'node' } },
    };
    expect(launchWith(more, '.vscode/mcp.json')).toMatchObject({
      warnings: [],
      references: [{ name: 'npm:files' }],
    });
  });
});
