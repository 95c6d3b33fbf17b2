import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

async function found(text: string, file = 'index.js'): Promise<string[]> {
  const { report } = await analyze(new Map([[file, Buffer.from(text)]]));
  return report.findings
    .filter(({ vulnerability_class }) => vulnerability_class === 'E')
    .map(({ rule_id }) => rule_id);
}

const KEY = '267b79200c833c2ca1255ab27e7318d9';
const PAIR = 'xK9mQ2vLp8RtYw3ZnB6cHd4F';

describe('a key that is public by design is not reported', () => {
  it.each([
    `const docs = [{ appId: 'N8EOCSBQGH', apiKey: '${KEY}', indexName: 'guides' }];`,
    `const firebase = { apiKey: '${KEY}', authDomain: 'a.firebaseapp.com', messagingSenderId: '1' };`,
    `const apiKey = 'phc_${PAIR}${PAIR}';`,
    `const token = 'pk.eyJ1Ijoi${PAIR}.${PAIR}';`,
    `const stripeKey = { apiKey: 'pk_live_${PAIR}' };`,
    `const docs = {\n  appId: 'N8EOCSBQGH',\n\n  apiKey: '${KEY}',\n\n  indexName: 'guides',\n};`,
    `const secret = 'https://${KEY}@o4500.ingest.sentry.io/4501';`,
  ])('%s', async (text) => {
    await expect(found(text)).resolves.toEqual([]);
  });

  it('in a settings file', async () => {
    const settings = JSON.stringify({ appId: 'N8EOCSBQGH', apiKey: KEY, indexName: 'guides' }, null, 2);
    await expect(found(settings, 'config.json')).resolves.toEqual([]);
  });
});

describe('a secret key is reported', () => {
  it.each([
    `const service = { appId: 'N8EOCSBQGH', apiKey: '${KEY}' };`,
    `const docs = { appId: 'N8EOCSBQGH', adminApiKey: '${KEY}', indexName: 'guides' };`,
    `const service = { apiKey: '${KEY}',\n${' '.repeat(400)}\n authDomain: 'a.firebaseapp.com' };`,
    `const service = { url: 'https://api.example.com', apiKey: '${KEY}', indexName: 'guides' };`,
  ])('%s', async (text) => {
    await expect(found(text)).resolves.toEqual(['MCP-E002']);
  });
});
