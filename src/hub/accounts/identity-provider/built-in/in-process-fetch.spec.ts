import { describe, expect, it } from '@jest/globals';
import { inProcessFetch } from './in-process-fetch.js';

describe('in-process fetch', () => {
  const fetch = inProcessFetch((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method, url, headers } = req;
      const seen = {
        method,
        url,
        host: headers.host,
        type: headers['content-type'],
        body: String(Buffer.concat(chunks)),
      };
      res
        .writeHead(url === '/missing' ? 404 : 200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(seen));
    });
  });

  it('passes a request to the handler, whatever its host', async () => {
    const response = await fetch('https://nowhere.invalid/oidc/jwks?a=1', {});
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      method: 'GET',
      url: '/oidc/jwks?a=1',
      host: 'nowhere.invalid',
      body: '',
    });
  });

  it('sends forms', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ code: 'a b' });
    const response = await fetch('https://nowhere.invalid/token', { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ method: 'POST', body: 'code=a+b' });
  });

  it('returns the response of the handler', async () => {
    expect((await fetch('https://nowhere.invalid/missing', {})).status).toBe(404);
  });

  it('rejects when aborted', async () => {
    const stuck = inProcessFetch(() => undefined);
    await expect(
      stuck('https://nowhere.invalid/', { signal: AbortSignal.timeout(10) }),
    ).rejects.toMatchObject({
      name: expect.stringMatching(/Abort|Timeout/),
    });
  });
});
