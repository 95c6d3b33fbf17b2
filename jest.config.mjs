import { availableParallelism } from 'node:os';

// Tests of what not every machine has are no part of a run without it, instead of being skipped there.
const faults = (...names) => names.map((name) => `<rootDir>/test/faults/${name}.test.ts`);
const journeys = (...names) => names.map((name) => `<rootDir>/test/journeys/${name}.test.ts`);
// What runs without a database, a store and Redis, or brings its own.
const WITHOUT_ENGINES = [
  '<rootDir>/src/',
  '<rootDir>/packages/',
  ...journeys('bins', 'build', 'embedded', 'generated-clients'),
  ...[
    'compose',
    'container-image',
    'git-hooks',
    'openapi-compatibility',
    'openapi-documents',
    'openapi-examples',
    'prose',
    'release',
    'references',
    'temporary-files',
  ].map((name) => `<rootDir>/test/architecture/${name}.test.ts`),
  '<rootDir>/test/contract/mailer.test.ts',
  '<rootDir>/test/support/',
];
const absent = [
  ...(process.env.TEST_NGINX === '1' ? [] : journeys('ingress')),
  // A pseudo-terminal.
  ...(process.env.TEST_TERMINAL === '1' ? [] : journeys('terminal')),
  ...(process.env.TEST_DATABASE_URL === undefined
    ? [...journeys('replicas', 'rolling-restart'), ...faults('database-goodbye')]
    : []),
  ...(process.env.TEST_REDIS_URL === undefined ? faults('redis-counts', 'redis-faults') : []),
  // The programs of PostgreSQL and Redis, which these tests stop and start.
  ...(process.env.TEST_OWN_SERVERS === '1' ? [] : faults('database-server', 'redis-tls', 'tls')),
  // Where the same tests have run on the embedded database: only those that an engine has a part in.
  ...(process.env.TEST_SCOPE === 'engines' ? WITHOUT_ENGINES : []),
  // The right to mount file systems.
  ...(process.env.TEST_MOUNTS === '1' ? [] : faults('read-only-storage')),
];

/** @type {import('jest').Config} */
export default {
  // The default is in the temporary folder that all users of a machine share.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testMatch: ['', '/packages/*'].flatMap((project) => [
    `<rootDir>${project}/src/**/*.spec.ts`,
    `<rootDir>${project}/test/**/*.test.ts`,
  ]),
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/packages/analyzer/test/corpus/',
    '<rootDir>/packages/analyzer/test/servers/',
    ...absent,
  ],
  // Samples for the analyzer, whose package.json files are not ours.
  modulePathIgnorePatterns: ['<rootDir>/packages/analyzer/test/(corpus|servers)/'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Plain Node.js, in which all test files of a worker share what they import (docs/decisions).
  runner: 'jest-light-runner/child-process',
  transform: {},
  testSequencer: '<rootDir>/test/support/runner/sequencer.mjs',
  // At least two, so that none of them runs in the process of Jest itself.
  maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
};
