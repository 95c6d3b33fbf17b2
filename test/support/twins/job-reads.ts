import { PublicationSubjectReadModel } from '../../../src/hub/analysis/publication/publication-subject.read-model.js';
import { ReportDataService } from '../../../src/reports/data/report-data.service.js';
import { ReportSchedulesRepository } from '../../../src/reports/report-schedules.repository.js';
import { AnalyzedVersionsReadModel } from '../../../src/hub/gate/version-news/analyzed-versions.read-model.js';
import { ServerUsers } from '../../../src/hub/gate/version-news/server-users.js';
import { CandidatesReadModel } from '../../../src/hub/gate/catalog-decisions/candidates.read-model.js';
import { VersionStatesReadModel } from '../../../src/hub/catalog/version-events/version-states.read-model.js';
import type { TestApp } from '../test-app.js';
import { daysAgo, idOf } from './marks.js';
import { mcpIdOf, versionIdOf, type TwinMcp } from './mcp-rows.js';
import { ofOrg, orgIdOf, OTHERS, OWN } from './organizations.js';
import { mcpsOf } from './servers.js';

/** All that a generator yields. */
async function every<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

/** Something that a job reads: its name, and how it is read. */
type JobRead = readonly [name: string, read: () => Promise<unknown>];

const EVERYBODY = [OWN, ...OTHERS];
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const CONTROLS = ['SEC-001', 'SEC-002'];

const snapshotOf = (mcp: TwinMcp): string =>
  idOf(mcp.mark, mcp.org?.key ?? '', 'snapshot', mcp.slug, '1.0.0');

/** What jobs read in a world: the data of reports, who gets mails and events, decisions and publications. */
export function jobReads({ app }: TestApp): readonly JobRead[] {
  const of = <T>(type: abstract new (...parameters: never[]) => T): T => app.get<T>(type, { strict: false });
  const servers = EVERYBODY.flatMap((org) => [mcpsOf(org).files, mcpsOf(org).open]);
  const versions = servers.flatMap((mcp) => mcp.versions.map((version) => versionIdOf(mcp, version)));
  const past = ['0.9.0', '3.0.0', '4.0.0'].map((number) =>
    ofOrg({ ...OWN, mark: 'past' }, 'version', 'files', number),
  );
  return [
    ...EVERYBODY.flatMap((org): JobRead[] => [
      [
        `data of the report about ${org.key}`,
        () => of(ReportDataService).ofOrganization(orgIdOf(org), daysAgo(0)),
      ],
      [
        `recipients of the reports of ${org.key}`,
        () => of(ReportSchedulesRepository).recipients(orgIdOf(org), ofOrg(org, 'schedule', 'first')),
      ],
      [
        `members of ${org.key} with the addresses of everybody`,
        () =>
          of(ReportSchedulesRepository).memberAddresses(
            orgIdOf(org),
            ['acme-owner', 'acme-suspended', 'acme-unverified', `${org.key}-member`].map(
              (name) => `${name}@example.com`,
            ),
          ),
      ],
      [`candidates for ${org.key}`, () => every(of(CandidatesReadModel).batches(orgIdOf(org), CONTROLS))],
    ]),
    ['candidates for everybody', () => every(of(CandidatesReadModel).batches(null, CONTROLS))],
    ['schedules that are due', () => of(ReportSchedulesRepository).due(daysAgo(-6), FIRST_ID, 100)],
    ['schedules that are not due', () => of(ReportSchedulesRepository).due(daysAgo(-4), FIRST_ID, 100)],
    ['states of versions', () => of(VersionStatesReadModel).of([...versions, ...past])],
    ...servers.flatMap((mcp): JobRead[] => [
      [
        `data of the report for ${OWN.key} about ${snapshotOf(mcp)}`,
        () => of(ReportDataService).ofSnapshot(orgIdOf(OWN), snapshotOf(mcp), daysAgo(0)),
      ],
      [`users of ${mcpIdOf(mcp)}`, () => of(ServerUsers).find(mcpIdOf(mcp), null, 10)],
      [`analyzed version ${snapshotOf(mcp)}`, () => of(AnalyzedVersionsReadModel).find(snapshotOf(mcp))],
    ]),
    ...[...versions, ...past].map((id): JobRead => [
      `subject of the publication of ${id}`,
      () => of(PublicationSubjectReadModel).find(id),
    ]),
  ];
}
