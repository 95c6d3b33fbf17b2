import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { CONTROL_CATALOG } from '@mcp-hub/analyzer/catalogs';
import { aFinding, anAnalysis } from '../../support/analyses.js';
import { grcOrganization, useAnalyses, type GrcClient } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

const PATH = 'oscal/assessment-results';

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(
  JSON.parse(
    readFileSync(new URL('../../schemas/oscal_assessment-results_schema.json', import.meta.url), 'utf8'),
  ) as object,
);

interface Observation {
  readonly uuid: string;
  readonly title: string;
  readonly description: string;
  readonly types: readonly string[];
  readonly subjects: readonly { readonly 'subject-uuid': string }[];
  readonly props: readonly { readonly name: string; readonly value: string }[];
  readonly 'relevant-evidence'?: readonly { readonly href: string }[];
}

interface Finding {
  readonly uuid: string;
  readonly target: { readonly 'target-id': string; readonly status: Readonly<Record<string, string>> };
  readonly 'related-observations': readonly { readonly 'observation-uuid': string }[];
}

interface Result {
  readonly uuid: string;
  readonly title: string;
  readonly start: string;
  readonly props: readonly { readonly name: string; readonly value: string }[];
  readonly 'local-definitions': { readonly components: readonly { readonly uuid: string }[] };
  readonly observations?: readonly Observation[];
  readonly findings?: readonly Finding[];
}

interface Results {
  readonly uuid: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly results: readonly Result[];
}

/** The document of an organization, which must be valid. */
async function resultsOf(grc: GrcClient, query = ''): Promise<Results> {
  const { status, body, text } = await grc.get(`${PATH}${query}`);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  validate(body);
  expect(validate.errors ?? []).toEqual([]);
  return body['assessment-results'] as Results;
}

const SHELL = aFinding({
  title: 'shell',
  description: 'Text of <b>`run`</b> reaches [a shell](javascript:alert)',
});

/** An organization with an MCP that fails a control, one that passes all, and one that is not analyzed. */
async function assessedOrganization() {
  const org = await grcOrganization(actors);
  const { controls } = (await anAnalysis()).report;
  const passed = controls.map((control) => ({
    ...control,
    passed: true,
    applicable: control.control_id !== 'SUP-003',
    observable: true,
    evidence_fingerprints: [],
  }));
  const failing = await analyses.mcp(org, {
    findings: [SHELL],
    controls: passed.map((control) => {
      if (control.control_id === 'SEC-002') return { ...control, passed: false, observable: false };
      if (control.control_id !== 'SEC-001') return control;
      return { ...control, passed: false, message: '1 finding', evidence_fingerprints: [SHELL.fingerprint] };
    }),
  });
  const passing = await analyses.mcp(org, { controls: passed });
  await analyses.mcp(org, { complete: false });
  return { ...org, failing, passing, passed };
}

describe('refused parameters', () => {
  it('mcp_id is 422 with the field named', async () => {
    const { grc } = await grcOrganization(actors);
    for (const value of ['', 'x', 'x&mcp_id=x', 'x'.repeat(5000)]) {
      const { status, body } = await grc.get(`${PATH}?mcp_id=${value}`);
      expect([status, body.error]).toEqual([422, 'invalid_parameters']);
      expect(body.message).toMatch(/^mcp_id /);
    }
  });
});

describe('assessment results of another organization', () => {
  it('are never shown, also by the id of an MCP', async () => {
    const [org, foreign] = [await assessedOrganization(), await assessedOrganization()];
    const { text } = await org.grc.get(PATH);
    const { text: byId } = await org.grc.get(`${PATH}?mcp_id=${foreign.failing.id}`);
    const findings = (await foreign.grc.data('vulnerabilities')).vulnerabilities as { id: string }[];
    const ids = [
      foreign.id,
      foreign.failing.snapshotId,
      foreign.failing.versionId,
      ...findings.map(({ id }) => id),
    ];
    for (const id of [...ids, foreign.failing.id, foreign.failing.name]) expect(text).not.toContain(id);
    for (const id of ids) expect(byId).not.toContain(id);
  });
});

describe('GET /api/v1/grc/oscal/assessment-results', () => {
  it('is valid against the schema of NIST, also without any MCP', async () => {
    const { grc } = await grcOrganization(actors);
    expect(validate({ 'assessment-results': {} })).toBe(false);
    const { metadata, results } = await resultsOf(grc);
    expect(metadata['oscal-version']).toBe('1.1.3');
    expect(results).toHaveLength(1);
    expect(results[0]).not.toHaveProperty('findings');
  });

  it('has a result for each analyzed MCP, with the status of each control', async () => {
    const { grc, failing, passing } = await assessedOrganization();
    const { results } = await resultsOf(grc);
    expect(results.map(({ props }) => props.find(({ name }) => name === 'mcp-id')?.value)).toEqual([
      failing.id,
      passing.id,
    ]);
    for (const { findings = [], observations = [], ...result } of results) {
      expect(findings.map(({ target }) => target['target-id'])).toEqual(
        CONTROL_CATALOG.map(({ id }) => `${id}_obj`),
      );
      const components = result['local-definitions'].components.map(({ uuid }) => uuid);
      for (const { subjects } of observations) {
        expect(subjects.map((subject) => subject['subject-uuid'])).toEqual(components);
      }
    }
    const statuses = (index: number) =>
      Object.fromEntries(
        (results[index]?.findings ?? []).map(({ target }) => [target['target-id'], target.status]),
      );
    expect(statuses(0)).toMatchObject({
      'SEC-001_obj': { state: 'not-satisfied', reason: 'fail' },
      'SEC-002_obj': { state: 'not-satisfied', reason: 'other', remarks: 'The evidence cannot be observed.' },
      'SEC-003_obj': { state: 'satisfied', reason: 'pass' },
      'SUP-003_obj': { state: 'satisfied', reason: 'other', remarks: 'The control does not apply.' },
    });
    expect(Object.values(statuses(1)).every(({ state }) => state === 'satisfied')).toBe(true);
  });

  it('relates the findings of a failed control as observations with links', async () => {
    const { grc, failing } = await assessedOrganization();
    const [result] = (await resultsOf(grc, `?mcp_id=${failing.id}`)).results;
    const failed = result?.findings?.find(({ target }) => target['target-id'] === 'SEC-001_obj');
    const related = (failed?.['related-observations'] ?? []).map((each) => each['observation-uuid']);
    const observations = (result?.observations ?? []).filter(({ uuid }) => related.includes(uuid));
    expect(observations.map(({ types }) => types)).toEqual([['control-objective'], ['finding']]);
    const [finding] = (await grc.data('vulnerabilities')).vulnerabilities as { id: string }[];
    expect(observations[1]).toMatchObject({
      title: 'shell',
      // Nothing in it is HTML or a link.
      description: String.raw`Text of \<b\>${'`run`'}\</b\> reaches \[a shell\](javascript:alert)`,
      'relevant-evidence': [
        { href: expect.stringMatching(`^https?://.*/api/v1/grc/vulnerabilities\\?mcp_id=${failing.id}$`) },
      ],
    });
    expect(observations[1]?.props).toContainEqual(
      expect.objectContaining({ name: 'finding-id', value: finding?.id }),
    );
  });

  it('has identifiers that are unique in the document', async () => {
    const { grc } = await assessedOrganization();
    const { text } = await grc.get(PATH);
    const all = [...text.matchAll(/"uuid":"([^"]+)"/g)].map(([, uuid]) => uuid);
    expect(new Set(all).size).toBe(all.length);
  });

  it('is the same, byte for byte, until another analysis changes it', async () => {
    const { grc, failing, passing, passed } = await assessedOrganization();
    const first = await grc.get(PATH);
    const again = await grc.get(PATH);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    const etag = first.headers.get('etag') ?? '';
    const known = await grc.get(PATH, { 'if-none-match': etag });
    expect([known.status, known.text]).toEqual([304, '']);

    await analyses.record(failing.versionId, { controls: passed });
    const changed = await grc.get(PATH, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    const [before, after] = [first, changed].map(({ body }) => body['assessment-results'] as Results);
    expect(after?.uuid).not.toBe(before?.uuid);
    expect(after?.results[0]?.uuid).not.toBe(before?.results[0]?.uuid);
    // What has not been analyzed again has kept its identifiers.
    expect(after?.results[1]).toEqual(before?.results[1]);
    expect(after?.results[1]?.title).toContain(passing.name.slice(-8));
  });

  it('is valid for an analysis without results of controls', async () => {
    const org = await grcOrganization(actors);
    await analyses.mcp(org, { controls: [] });
    const { results } = await resultsOf(org.grc);
    expect(results).toHaveLength(1);
    expect(results[0]).not.toHaveProperty('observations');
  });

  it('streams more MCPs than one read has, and is valid with names of any kind', async () => {
    const org = await grcOrganization(actors);
    await t.rows('UPDATE organization SET display_name = $2 WHERE id = $1', [org.id, ' "Acme" <b> \u2028 ']);
    for (let index = 0; index < 23; index += 1) {
      await analyses.mcp(org, {}, `owner/_${index}_*x*<i>é"\\`);
    }
    const { results } = await resultsOf(org.grc);
    expect(results).toHaveLength(23);
    expect(new Set(results.map(({ title }) => title)).size).toBe(23);
  });
});
