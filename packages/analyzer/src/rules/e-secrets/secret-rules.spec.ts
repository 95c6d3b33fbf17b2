import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** Concatenated so that secret scanners do not report these files. */
const KEY = ['kd82Zr71qLh', 'wG7hQz2Lr9Xt'].join('');
const JWT = ['p0rtal-Xw3', 'kd82-Zr71qLh'].join('!');

async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const { report } = await analyze(bytes);
  return report.findings
    .filter(({ vulnerability_class }) => vulnerability_class === 'E')
    .map(({ rule_id, location }) => `${rule_id} ${location.start_line}`)
    .sort();
}
const js = (text: string): Promise<string[]> => found({ 'index.js': text });
const py = (text: string): Promise<string[]> => found({ 'server.py': text });

describe('the rules of class E report', () => {
  it.each([
    [`const apiKey = '${KEY}';\nfetch('https://x.vendor.io', { headers: { apiKey } });`, ['MCP-E002 1']],
    [`const apiKey = process.env.API_KEY || '${KEY}';`, ['MCP-E002 1']],
    [`const jwt = require('jsonwebtoken');\nconst text = '${JWT}';\njwt.sign({}, text);`, ['MCP-E003 2']],
    [
      `import crypto from 'node:crypto';\ncrypto.createHmac('sha256', Buffer.from('${KEY}'));`,
      ['MCP-E003 2'],
    ],
    [
      `const { execFile } = require('child_process');\nexecFile('ctl', ['--token', process.env.CTL_TOKEN]);`,
      ['MCP-E006 2'],
    ],
    [
      'const token = process.env.API_TOKEN;\nfetch(`https://x.vendor.io/a?access_token=${token}`);',
      ['MCP-E005 2'],
    ],
  ])('%s', async (text, expected) => {
    await expect(js(text)).resolves.toEqual(expected);
  });

  it('a comparison with a literal, but not one with a secret from the environment', async () => {
    const handler = (secret: string): string =>
      `import os\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/x')\ndef x():\n    if request.headers.get('Authorization') != ${secret}:\n        return '', 401\n    return 'ok'\n`;
    await expect(py(handler(`'Bearer ${KEY}'`))).resolves.toEqual(['MCP-E004 6']);
    await expect(py(handler("'Bearer ' + os.environ['MCP_TOKEN']"))).resolves.toEqual([]);
  });

  it('key files, but not those of tests', async () => {
    await expect(found({ 'index.js': '1', 'certs/server.p12': 'x' })).resolves.toEqual(['MCP-E007 1']);
    await expect(found({ 'index.js': '1', 'test/server.p12': 'x', 'a.pub': 'x' })).resolves.toEqual([]);
  });

  it('secrets in configuration files', async () => {
    const config = { 'index.js': '1', 'config.json': `{\n "db": { "password": "${KEY}" }\n}` };
    await expect(found(config)).resolves.toEqual(['MCP-E002 2']);
  });
});

describe('the rules of class E do not report', () => {
  it.each([
    "const key = process.env.API_KEY || '';",
    "const key = process.env.API_KEY ?? 'your-api-key';",
    "const password = prompt('Enter your password');",
    "const labels = { password: 'Password', apiKey: 'API key', token: 'token_type' };",
    "const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';",
    "const integrity = 'sha512-kd82Zr71qLhwG7hQz2Lr9Xtkd82Zr71qLhwG7hQz2Lr9Xt==';",
    "if (token.type === 'access_token') run();",
    "const users = { password: '$2b$10$kd82Zr71qLhwG7hQz2Lr9eIjZAgcfl7p92ldGxad68LJZdL17lhWy' };",
  ])('%s', async (text) => {
    await expect(js(text)).resolves.toEqual([]);
  });
});
