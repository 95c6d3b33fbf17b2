import { expect, it } from '@jest/globals';
import { backgroundWorkOf } from '../../src/server/background-work.js';
import { useTestApp } from '../support/suite.js';

const t = await useTestApp();

const API = [
  ...[
    'advisories',
    'advisory-rechecks',
    'announcements',
    'audit-checkpoints',
    'audit-verification',
    'cleanup',
    'mcp-bundles',
  ],
  ...['newest-versions', 'object-cleanup', 'outbound-cleanup', 'outbound-deliveries', 'publication'],
  ...['registry-events', 'report-schedules', 'retention', 'scan-cleanup', 'scan-versions', 'upload-cleanup'],
  ...['version-news', 'webhook-cleanup'],
];
const WORKER = ['analysis-recovery', 'reanalysis', 'release-checks', 'report-recovery', 'source-changes'];

const namesOf = (role: 'api' | 'worker' | 'all'): string[] =>
  backgroundWorkOf(t.app, role)
    .flatMap(({ name = [] }) => name)
    .sort();

it('is done by the processes of one role, and all of it by a process that is both', () => {
  expect(namesOf('api')).toEqual(API);
  expect(namesOf('worker')).toEqual(WORKER);
  expect(namesOf('all')).toEqual([...API, ...WORKER].sort());
});
