import { beforeAll, describe, expect, it } from '@jest/globals';
import { anAnalyzedMcp, makeReport, readPdf, reportsOf } from '../../support/made-reports.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub();

const ARABIC = 'خادم';
const NAMES = {
  Chinese: '文件系统服务器',
  Japanese: '読み込みサーバー',
  Korean: '파일시스템',
  Hebrew: 'קבצים',
  Greek: 'Ωμέγα',
};

/** The text of a report's PDF, without white space. */
let text: string;
/** What the API says of the snapshot. */
let snapshot: Record<string, string | number | null>;
let controls: { control_id: string; passed: boolean; observable: boolean; applicable: boolean }[];
let findings: { title: string; severity: string }[];
beforeAll(async () => {
  const org = await actors.organization();
  const { mcp, versionId } = await anAnalyzedMcp(t, {
    org_id: org.id,
    visibility: 'private',
    description: [...Object.values(NAMES), ARABIC].join(' '),
  });
  const version = `/api/v1/mcps/${mcp.id}/versions/${versionId}`;
  const read = async (path: string) => (await org.owner.get(version + path)).body;
  snapshot = await read('/snapshot/latest');
  controls = (await read('/controls')).controls;
  findings = (await read('/findings')).findings;
  const body = { snapshot_id: snapshot['id'], format: 'PDF' };
  const { id } = (await org.owner.post(reportsOf(org.id), body)).body as { id: string };
  await makeReport(t, id);
  const pdf = await readPdf((await org.owner.get(`${reportsOf(org.id)}/${id}.pdf`)).bytes);
  text = pdf.text.replaceAll(/\s+/gu, '');
});

/** As in the document, without white space. */
const has = (part: string): void => expect(text).toContain(part.replaceAll(/\s+/gu, ''));

describe('The text of the PDF', () => {
  it('has the scores, the grade and the level that the API has', () => {
    has(`Global score ${snapshot['global_score']} of 100`);
    has(`Grade ${snapshot['grade']}`);
    has(`MSSS level ${snapshot['msss_level']}`);
    for (const [label, field] of [
      ['Security', 'security_score'],
      ['Supply chain', 'supply_chain_score'],
      ['Maturity', 'maturity_score'],
      ['MSSS', 'msss_score'],
    ] as const) {
      has(`${label} ${snapshot[field]}`);
    }
  });

  it('has the numbers of findings that the API has, and the title of each', () => {
    expect(findings.length).toBeGreaterThan(0);
    has(
      `Critical ${snapshot['critical_findings']} High ${snapshot['high_findings']} Medium ${snapshot['medium_findings']} Low ${snapshot['low_findings']}`,
    );
    for (const { title } of findings) has(title);
  });

  it('has the result of each control that the API has', () => {
    const passed = controls.filter((control) => control.passed).length;
    expect(controls.length).toBeGreaterThan(10);
    has(`${passed} of ${controls.length} controls passed.`);
    for (const { control_id: id, passed: passes, observable, applicable } of controls) {
      const result = !applicable
        ? 'Not applicable'
        : !observable
          ? 'Not observable'
          : passes
            ? 'Pass'
            : 'Fail';
      const row = new RegExp(`${id}[^]{3,60}?${result.replaceAll(' ', '')}(Critical|High|Medium|Low)`, 'u');
      expect(text).toMatch(row);
    }
  });

  it('has the hash of the snapshot, and its commit', () => {
    has(String(snapshot['snapshot_hash']).replace('sha256:', ''));
    has(String(snapshot['commit_hash']));
  });

  it.each(Object.entries(NAMES))('has %s as characters', (_script, name) => {
    has(name);
  });

  it('has Arabic letters, in the order of the page: viewers restore that of the text', () => {
    const inOrder = (word: string): string => word.split('').sort().join('');
    const words = text.normalize('NFKC').match(new RegExp(`[${ARABIC}]{${ARABIC.length}}`, 'gu')) ?? [];
    expect(words.map(inOrder)).toContain(inOrder(ARABIC));
  });
});
