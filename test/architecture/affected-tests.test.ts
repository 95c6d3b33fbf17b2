import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { createAffectedTests } from '../../scripts/affected-tests.mjs';

const affected = createAffectedTests();

it.each([
  ['src/hub/gate/policies/policies.service.ts', 'test/api/hub/gate/policies.test.ts'],
  // Lists follow policies, so that the test of another domain is affected, too.
  ['src/common/values/durations.ts', 'test/api/reports/reports.test.ts'],
  ['src/registry/versions/resolve.read-model.ts', 'test/architecture/access-matrix.test.ts'],
  ['src/jobs/attempts/attempted-rows.ts', 'test/api/hub/analysis/fair-turns.test.ts'],
  ['src/storage/artifacts/s3-client.ts', 'test/contract/artifact-store.test.ts'],
  ['test/support/uploads.ts', 'test/api/hub/ingestion/uploads.test.ts'],
  ['packages/dashboard/src/ui/badge.tsx', 'test/dashboard/journeys.test.ts'],
])('%s affects %s', (changed, test) => {
  expect(affected([changed])).toContain(test);
});

it('is the test alone that has changed', () => {
  const test = 'test/api/hub/gate/policies.test.ts';
  expect(affected([test])).toEqual([test]);
});

it('is nothing for documents', () => {
  expect(affected(['README.md', 'docs/architecture.md'])).toEqual([]);
});

it('is at least one test beside those of the whole for each file of the server', () => {
  const without = globSync('src/**/*.ts').filter(
    (file) => !affected([file]).some((test) => !test.startsWith('test/architecture/')),
  );
  expect(without).toEqual([]);
});
