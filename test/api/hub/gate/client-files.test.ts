import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SETTINGS_FORMATS, type SettingsFormat } from '@mcp-hub/client-configurations';
import { allowListOf } from '../../../support/allow-lists.js';
import { ALLOWED, ClientFiles } from '../../../support/client-files.js';
import type { ManagedLists } from '../../../support/client-rules.js';

// Texts to formatters: the bytes count. TEST_WRITE=client-files rewrites them; review them as a change.
const FOLDER = join(import.meta.dirname, 'client-files');
const FORMATS = Object.keys(SETTINGS_FORMATS) as SettingsFormat[];

const lineOf = (command: readonly string[]): string => command.join(' ');

let files: ClientFiles;
beforeAll(async () => {
  files = await ClientFiles.start();
});
afterAll(() => files.close());

describe('The parameters of managed settings', () => {
  it.each(['launcher=', 'launcher=npx', 'launcher=any&launcher=package'])(
    '%s is 400 that names it, in the format of each API',
    async (query) => {
      const own = await files.org.owner.get(`/api/v1/orgs/${files.org.id}/managed-settings?${query}`);
      expect([own.status, own.body.message]).toEqual([400, expect.stringMatching(/^launcher /)]);
      const { path } = await allowListOf(files.org.owner, files.org.id);
      for (const file of ['managed-settings.json', 'managed-mcp.json']) {
        const { status, body } = await files.gate.actors.anonymous.get(`${path}/${file}?${query}`);
        expect([status, body]).toEqual([400, { error: expect.stringMatching(/^launcher /) }]);
      }
    },
  );

  it('an unknown capability is 404, whatever the launcher', async () => {
    const unknown = `/allow/${'a'.repeat(43)}/managed-mcp.json`;
    for (const query of ['', '?launcher=package']) {
      expect((await files.gate.actors.anonymous.get(unknown + query)).status).toBe(404);
    }
  });

  it('a launcher leaves out the commands of the others', async () => {
    const { path } = await allowListOf(files.org.owner, files.org.id);
    const commandsOf = async (launcher: string): Promise<string[]> => {
      const lists = await files.parsed<ManagedLists>('copilot', launcher);
      const listed = await files.gate.actors.anonymous.get(
        `${path}/managed-settings.json?launcher=${launcher}`,
      );
      expect(listed.body).toEqual(lists);
      const commands = (lists.allowedMcpServers ?? []).map(({ serverCommand = [] }) => serverCommand);
      return commands
        .filter(([program]) => program !== undefined && program !== 'cmd')
        .map(lineOf)
        .sort();
    };
    const all = ALLOWED.map(lineOf);
    expect(await commandsOf('any')).toEqual(all.toSorted());
    expect(await commandsOf('mcp-hub')).toEqual(all.filter((each) => each.startsWith('mcp-hub ')).toSorted());
    expect(await commandsOf('package')).toEqual(
      all.filter((each) => !/^(?:mcp-hub|smcp) /.test(each)).toSorted(),
    );
    const { mcpServers } = await files.parsed<{ mcpServers: object }>('claude-mcp', 'package');
    expect(mcpServers).toMatchObject({
      acme_files: { command: 'npx', args: ['-y', '@acme/files@1.1.0'] },
      acme_stated: { command: 'npx', args: ['-y', 'acme-stated@5.0.0'] },
    });
    expect(Object.keys(mcpServers)).not.toContain('acme_my_tools');
  });

  it('each launcher has its own tag', async () => {
    const tags = await Promise.all(
      ['any', 'mcp-hub', 'package'].map(async (launcher) => {
        const path = `/api/v1/orgs/${files.org.id}/managed-settings?format=codex&launcher=${launcher}`;
        return (await files.org.client.get(path)).headers.get('etag');
      }),
    );
    expect(new Set(tags).size).toBe(3);
  });
});

describe('The file of each client', () => {
  it.each(FORMATS)('%s is as it was reviewed', async (format) => {
    const text = await files.text(format);
    const file = join(FOLDER, `${format}.txt`);
    if (process.env['TEST_WRITE'] === 'client-files') writeFileSync(file, text);
    expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
  });

  it('has the media type of its format', async () => {
    for (const format of FORMATS) {
      const path = `/api/v1/orgs/${files.org.id}/managed-settings?format=${format}`;
      const type = (await files.org.client.get(path)).headers.get('content-type');
      expect([format, type]).toEqual([
        format,
        format === 'codex' ? 'application/toml' : 'application/json; charset=utf-8',
      ]);
    }
  });

  it('has nothing of versions that clients of the registry cannot start, or by which they may start something else', async () => {
    for (const format of FORMATS) {
      const text = await files.text(format);
      for (const name of ['foreign', 'unknown', 'bare', 'acme-other', '--quiet'])
        expect(text).not.toContain(name);
      expect(text).toMatch(/acme.files/);
    }
  });
});
