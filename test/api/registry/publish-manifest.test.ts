import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import { digestOf, manifestOf, publish } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { expectRefused } from '../../support/refusals.js';
import { storedOrganizations, storedVersions } from '../../support/stored-versions.js';
import { publishText, publishTextWith, resolve, shown } from '../../support/version-requests.js';

const ID = 'refused/files';
const PUBLISH = 'POST /v1/org/{org}/mcps/{name}/publish';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const expectNothingStored = async (): Promise<void> => {
  expect(await storedOrganizations(t, 'refused')).toEqual([]);
};

const LONE_SURROGATE = 'a\udc00b';
const WRONG_TEXTS: unknown[] = [undefined, null, 1, true, {}, ['node']];
const WRONG_OBJECTS: unknown[] = [undefined, null, 'text', 1, true, []];

/** Invalid values of each field of a manifest; `undefined` omits it. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  schema_version: [undefined, null, '1', 1.5, true, {}, [1]],
  package: WRONG_OBJECTS,
  'package.id': [
    ...WRONG_TEXTS,
    '',
    'files',
    'refused/others',
    'others/files',
    'Refused/files',
    'refused/Files',
    'refused/files ',
    'refused/files/',
    '/refused/files',
    'refused\\files',
    `refused/${'x'.repeat(5000)}`,
  ],
  'package.version': [...WRONG_TEXTS, '', '1.0.1', 'v1.0.0', '1.0', '1.0.0 ', '1.0.0+build'],
  runtime: WRONG_OBJECTS,
  'runtime.type': WRONG_TEXTS,
  'runtime.version': WRONG_TEXTS,
  // A missing entrypoint only causes a warning.
  entrypoint: WRONG_OBJECTS.filter((value) => value !== undefined && value !== null),
  'entrypoint.command': [
    'node index.js',
    1,
    {},
    { 0: 'node', length: 1 },
    [1],
    [null],
    [['node']],
    ['node', {}],
  ],
};

type Json = Record<string, unknown>;

/** A manifest of version 1.0.0 with one value replaced. */
function manifestWith(field: string, value: unknown): Json {
  const manifest = manifestOf(ID, '1.0.0');
  const [outer = '', inner] = field.split('.');
  if (inner === undefined) return { ...manifest, [outer]: value };
  return { ...manifest, [outer]: { ...(manifest[outer] as Json), [inner]: value } };
}

const WRONG_MANIFESTS = Object.entries(WRONG).flatMap(([field, values]) =>
  values.map((value): [string, string, unknown] => [field, shown(value), value]),
);

describe(`${PUBLISH}: 400 for failed manifest validation`, () => {
  it.each(WRONG_MANIFESTS)(
    'answers 400 naming %s for %s and stores nothing',
    async (field, _shown, value) => {
      const change = { manifest_json: manifestWith(field, value) };
      expectRefused(await publish(admin, ID, '1.0.0', change), 400, `manifest_json.${field}`);
      await expectNothingStored();
    },
  );

  it('refuses an empty manifest', async () => {
    expectRefused(await publish(admin, ID, '1.0.0', { manifest_json: {} }), 400);
    await expectNothingStored();
  });

  it.each([
    ['text', manifestWith('text', LONE_SURROGATE)],
    ['key', manifestWith(LONE_SURROGATE, 'text')],
    ['nested text', manifestWith('nested', [{ deep: [LONE_SURROGATE] }])],
    ['nested key', manifestWith('nested', { deep: [{ [LONE_SURROGATE]: 1 }] })],
    ['runtime', manifestWith('runtime.type', LONE_SURROGATE)],
    ['command', manifestWith('entrypoint.command', ['node', LONE_SURROGATE])],
    ['surrogates in the wrong order', manifestWith('text', '\ude00\ud83d')],
  ])('refuses a lone surrogate, which has no canonical form: %s', async (_where, manifest) => {
    expectRefused(await publish(admin, ID, '1.0.0', { manifest_json: manifest }), 400, 'manifest_json');
    await expectNothingStored();
  });

  it.each(['1e400', '-1e400', '[{"deep":1e400}]'])(
    'refuses %s, which has no canonical form',
    async (literal) => {
      const text = publishTextWith(ID, '1.0.0', { manifest_json: manifestWith('number', '@') }, literal);
      expectRefused(await publishText(admin, ID, text), 400, 'manifest_json');
      await expectNothingStored();
    },
  );

  it('reads no field of a manifest from __proto__', async () => {
    const { package: pack, ...rest } = manifestOf(ID, '1.0.0');
    const manifest = `{"__proto__":{"package":${JSON.stringify(pack)}},${JSON.stringify(rest).slice(1)}`;
    const text = publishTextWith(ID, '1.0.0', { manifest_json: '@' }, manifest);
    expectRefused(await publishText(admin, ID, text), 400, 'manifest_json.package');
    await expectNothingStored();
  });

  it('reads no manifest from a __proto__ key of the request', async () => {
    const manifest = JSON.stringify(manifestOf(ID, '1.0.0'));
    const text = publishTextWith(ID, '1.0.0', { manifest_json: undefined, proto: '@' }, manifest);
    const hostile = text.replace('"proto":', '"__proto__":{"manifest_json":').replace(/\}$/, '}}');
    expectRefused(await publishText(admin, ID, hostile), 400, 'manifest_json');
    await expectNothingStored();
  });
});

describe(`${PUBLISH}: the manifest is stored in its RFC 8785 canonical form, digest over those bytes`, () => {
  const HEAD = (id: string): string =>
    `"entrypoint":{"command":["node","index.js"]},` +
    `"package":{"id":"${id}","version":"1.0.0"},"runtime":{"type":"node","version":">=22"},"schema_version":1`;

  const ADVERSARIAL_KEYS =
    '{"\\u20ac":"Euro","\\r":"CR","\\ufb33":"dagesh","1":"one","\\ud83d\\ude00":"emoji","\\u0080":"control","\\u00f6":"o"}';

  // The examples of RFC 8785, 3.2.2 and 3.2.3, and other differences from the canonical form.
  const FORMS: [string, string, string][] = [
    [
      'numbers',
      '[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, -0, 1.0, 1e21, 123456789012345680000]',
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0,1,1e+21,123456789012345680000]',
    ],
    [
      'strings',
      String.raw`"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"`,
      String.raw`"€$\u000f\nA'B\"\\\\\"/"`,
    ],
    [
      'control characters',
      String.raw`"\u0000\u0008\u0009\u000C\u001F\u007f\u2028"`,
      '"\\u0000\\b\\t\\f\\u001f\u007f\u2028"',
    ],
    ['characters beyond the BMP', String.raw`"\ud83d\uDE00"`, '"😀"'],
    ['unnormalized characters', String.raw`"A\u030a"`, '"A\u030a"'],
    ['literals', '[ null , true , false ]', '[null,true,false]'],
    [
      'the order of keys by UTF-16 code units',
      ADVERSARIAL_KEYS,
      '{"\\r":"CR","1":"one","\u0080":"control","ö":"o","€":"Euro","😀":"emoji","\ufb33":"dagesh"}',
    ],
    ['keys that look like numbers', '{"10":1,"9":2,"a":3,"-1":4}', '{"-1":4,"10":1,"9":2,"a":3}'],
    [
      'a __proto__ key',
      '{"b":1,"__proto__":{"a":[{"__proto__":null}]}}',
      '{"__proto__":{"a":[{"__proto__":null}]},"b":1}',
    ],
    [
      'keys that objects have anyway',
      '{"toString":1,"toJSON":"x","prototype":[],"hasOwnProperty":null,"constructor":{"prototype":2}}',
      '{"constructor":{"prototype":2},"hasOwnProperty":null,"prototype":[],"toJSON":"x","toString":1}',
    ],
    ['empty keys and values', '{"":"","a":{},"b":[]}', '{"":"","a":{},"b":[]}'],
    ['markup', '"<a href=\\"x\\">&amp;</a>"', '"<a href=\\"x\\">&amp;</a>"'],
    ['a long text', `"${'ä'.repeat(5000)}"`, `"${'ä'.repeat(5000)}"`],
  ];

  it.each(FORMS.map((form, index): [string, number, string, string] => [form[0], index, form[1], form[2]]))(
    'canonicalizes %s',
    async (_what, index, sent, canonical) => {
      const id = `canon/form-${index}`;
      const manifest = manifestOf(id, '1.0.0', { zone: '@' });
      const text = publishTextWith(id, '1.0.0', { manifest_json: manifest }, sent);
      expect((await publishText(admin, id, text)).status).toBe(200);

      const { body } = await resolve(admin, id, '1.0.0');
      const downloaded = await admin.get(body.resolved.manifest.url as string);
      const expected = `{${HEAD(id)},"zone":${canonical}}`;
      expect(downloaded.bytes.toString()).toBe(expected);
      expect(body.resolved.manifest.digest).toBe(digestOf(expected));
    },
  );

  it('keeps a __proto__ key of the manifest itself', async () => {
    const id = 'canon/proto';
    const manifest = `{"__proto__":{"x":1},${JSON.stringify(manifestOf(id, '1.0.0')).slice(1)}`;
    const text = publishTextWith(id, '1.0.0', { manifest_json: '@' }, manifest);
    expect((await publishText(admin, id, text)).status).toBe(200);
    const { body } = await resolve(admin, id, '1.0.0');
    const downloaded = await admin.get(body.resolved.manifest.url as string);
    expect(downloaded.text).toBe(`{"__proto__":{"x":1},${HEAD(id)}}`);
  });

  it('uses the last of two equal keys throughout', async () => {
    const id = 'canon/twice';
    const text = publishTextWith(
      id,
      '1.0.0',
      { manifest_json: manifestOf(id, '1.0.0', { a: '@' }) },
      '1,"a":2',
    );
    expect((await publishText(admin, id, text)).status).toBe(200);
    const { body } = await resolve(admin, id, '1.0.0');
    expect((await admin.get(body.resolved.manifest.url as string)).text).toBe(`{"a":2,${HEAD(id)}}`);
  });

  it('gives the same digest to two spellings of a manifest', async () => {
    const id = 'canon/rewritten';
    const manifest = manifestOf(id, '1.0.0', { note: 'ü' });
    const reversed = Object.fromEntries(Object.entries(manifest).reverse());
    await publish(admin, id, '1.0.0', { manifest_json: manifest, status: 'draft' });
    const first = (await storedVersions(t, 'canon')).find((row) => row.package === 'rewritten');

    const text = publishTextWith(id, '1.0.0', { manifest_json: '@' }, JSON.stringify(reversed, null, 4));
    expect((await publishText(admin, id, text.replace('ü', '\\u00fc'))).status).toBe(200);
    const second = (await storedVersions(t, 'canon')).find((row) => row.package === 'rewritten');
    expect(second).toMatchObject({ status: 'ingested', manifest_digest: first?.manifest_digest });
  });

  it('keeps fields that the specification does not define', async () => {
    const id = 'canon/further';
    const further = { transport: { type: 'stdio' }, env: [{ name: 'TOKEN', secret: true }] };
    await publish(admin, id, '1.0.0', { manifest_json: manifestOf(id, '1.0.0', further) });
    const { body } = await resolve(admin, id, '1.0.0');
    const { text } = await admin.get(body.resolved.manifest.url as string);
    expect(JSON.parse(text)).toEqual(manifestOf(id, '1.0.0', further));
  });
});
