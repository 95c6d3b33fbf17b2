import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { PASSWORD } from '../support/credentials.js';
import { ServerHome } from '../support/server-home.js';
import { SlowUpload } from '../support/slow-upload.js';
import { eventually } from '../support/stored-artifacts.js';
import { Terminal } from '../support/terminal.js';

let home: ServerHome;
let terminal: Terminal | undefined;

beforeEach(async () => {
  home = await ServerHome.open();
});

afterEach(async () => {
  await terminal?.close();
  await home.close();
});

/** Runs a command that starts the server, waits until it listens, and returns its URL. */
async function start(command: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const settings = { CONFIG_FILE: '/dev/null', PORT: '0', LOG_LEVEL: 'info', ...home.settings, ...variables };
  terminal = Terminal.run(command, settings);
  return terminal.shows(/listens on (http:\/\/\S+)/);
}

const refuses = (client: ApiClient): Promise<boolean> =>
  client.get('/healthz').then(
    () => false,
    () => true,
  );

describe('npm start on a terminal', () => {
  it('stops gracefully when Ctrl-C is pressed', async () => {
    const url = await start('npm start; echo "ended with $?"');
    const client = new ApiClient(url);
    const upload = await SlowUpload.start(await client.login('admin', PASSWORD), url);
    terminal?.pressCtrlC();
    await eventually(() => refuses(client));
    // npm has forwarded its own copy of the signal by now.
    await wait(500);
    expect(await upload.finish()).toBe(200);
    expect(await terminal?.shows(/ended with (\d+)/)).toBe('0');
  });

  it('stops gracefully when its output is piped to another program, which Ctrl-C ends as well', async () => {
    const url = await start('npm start | tee /dev/null');
    const client = new ApiClient(url);
    const upload = await SlowUpload.start(await client.login('admin', PASSWORD), url);
    terminal?.pressCtrlC();
    await eventually(() => refuses(client));
    expect(await upload.finish()).toBe(200);
    await terminal?.end();
    // The data directory is free again, and contains the upload.
    const again = await home.start();
    expect((await (await again.admin()).get('/v1/org/acme/mcps/files/versions')).status).toBe(200);
  });

  it('exits immediately when Ctrl-C is pressed again later', async () => {
    const url = await start('npm start; echo "ended with $?"');
    const upload = await SlowUpload.start(await new ApiClient(url).login('admin', PASSWORD), url);
    terminal?.pressCtrlC();
    await terminal?.shows(/Press Ctrl-C again in a moment to end at once/);
    await wait(2000);
    terminal?.pressCtrlC();
    await terminal?.shows(/ended at once: requests in flight were cut off/);
    await terminal?.shows(/ended with [1-9]/);
    await expect(upload.finish()).rejects.toThrow();
  });

  it('prints a final block with its URL and who can sign in, after all log lines', async () => {
    await start('npm start', { BOOTSTRAP_ADMIN_PASSWORD: '' });
    await terminal?.shows(/Ctrl-C stops it/);
    await wait(1000);
    const block = terminal?.screen.slice(terminal.screen.lastIndexOf('}\n') + 2) ?? '';
    expect(block).toMatch(
      /\n {2}mcp-hub \S+ listens on http:\/\/127\.0\.0\.1:\d+ \(started in \d+\.\d s\)\n {2}In a browser: http:\/\/localhost:\d+\n {2}API documentation: \S+\/docs\n {2}First administrator: admin\n {2}Password \(shown this once\): \S+\n {2}Ctrl-C stops it\.\n\n$/,
    );
  });
});
