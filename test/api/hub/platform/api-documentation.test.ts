import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useTestApp } from '../../../support/suite.js';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const t = await useTestApp();

interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Record<string, { operationId: string; description?: string }>>>;
}

/** The assets of a page, as absolute URLs. */
async function partsOf(address: string): Promise<string[]> {
  const page = await fetch(address);
  const text = await page.text();
  return [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => new URL(part, page.url).href);
}

describe('GET /docs', () => {
  it.each(['/docs', '/docs/'])('answers a page whose assets all exist, at %s', async (path) => {
    const parts = await partsOf(t.url + path);
    expect(parts.length).toBeGreaterThan(4);
    for (const part of parts) {
      const answer = await fetch(part);
      expect([part, answer.status]).toEqual([part, 200]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
  });

  it('has the same security headers as other pages', async () => {
    const names = [
      'content-type',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
      'cache-control',
    ];
    const page = await fetch(`${t.url}/docs`);
    const other = await fetch(`${t.url}/auth/callback`);
    for (const name of names) {
      expect([name, page.headers.get(name)]).toEqual([name, other.headers.get(name)]);
      expect(page.headers.get(name)).not.toBeNull();
    }
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const rule of [
      `default-src 'none'`,
      `script-src 'self'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(await page.text()).not.toMatch(/<script>|<style|\son\w+=/);
  });

  it('serves no other file of its package', async () => {
    const needed = (await partsOf(`${t.url}/docs`)).map((part) =>
      new URL(part).pathname.replace('/docs/', ''),
    );
    const others = readdirSync(PACKAGE).filter((file) => !needed.includes(file));
    expect(others).toEqual(
      expect.arrayContaining(['package.json', 'swagger-ui-bundle.js.map', 'index.html']),
    );
    const paths = [...others, 'hub', 'swagger-ui-init.js', '%2e%2e/package.json', '..%2fpackage.json'];
    for (const path of paths) {
      const { status } = await fetch(`${t.url}/docs/${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('shows both documents, with the authorization of each operation', async () => {
    const script = await (await fetch(`${t.url}/docs/page.js`)).text();
    for (const name of ['registry', 'v1']) {
      expect(script).toContain(`'${name}.json'`);
      const document = (await (await fetch(`${t.url}/docs/${name}.json`)).json()) as OpenApiDocument;
      expect(document.openapi).toMatch(/^3\.0\./);
      const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
      expect(operations.length).toBeGreaterThan(20);
      for (const { operationId, description } of operations) {
        expect([operationId, description]).toEqual([
          operationId,
          expect.stringMatching(/\*\*Who may call:\*\* [A-Z].*\.$/),
        ]);
      }
    }
  });

  it.each([
    [
      'v1',
      'createPolicy',
      /permission `policy:write` \(role OWNER or ADMIN\), and its service tokens with the scope `admin:org:\{orgId\}`\. The organization needs the Enterprise plan\.$/,
    ],
    [
      'v1',
      'evaluatePolicies',
      /Service tokens with the scope `ci:org:\{orgId\}` or `admin:org:\{orgId\}` of their own organization\./,
    ],
    ['v1', 'adminListUsers', /Platform administrators\.$/],
    [
      'registry',
      'publishVersion',
      /Callers with the scope `mcp:publish` on the resource `org\/\{org\}\/mcp\/\{name\}`\.$/,
    ],
    [
      'registry',
      'resolveVersion',
      /`mcp:resolve` or `mcp:resolve:prepublish` .* `PUBLIC_DOWNLOAD_ARTIFACTS=true`\.$/,
    ],
    ['registry', 'login', /Anybody \(.*\)\. The operation exists in oss mode only\.$/],
  ])('describes, in %s, the authorization of %s', async (name, wanted, words) => {
    const document = (await (await fetch(`${t.url}/docs/${name}.json`)).json()) as OpenApiDocument;
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.find(({ operationId }) => operationId === wanted)?.description).toMatch(words);
  });
});
