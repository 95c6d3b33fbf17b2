import { SWC_OPTIONS } from './scripts/swc-options.mjs';

// Tests of what not every machine has are no part of a run without it, instead of being skipped there.
const faults = (...names) => names.map((name) => `<rootDir>/test/faults/${name}.test.ts`);
const journeys = (...names) => names.map((name) => `<rootDir>/test/journeys/${name}.test.ts`);
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
  // The right to mount file systems.
  ...(process.env.TEST_MOUNTS === '1' ? [] : faults('read-only-storage')),
];

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
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
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', SWC_OPTIONS],
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // A bound for what hangs, not a measure: a busy machine may be ten times slower than a quiet one.
  testTimeout: 300_000,
  maxWorkers: 2,
  // Jest keeps the ES modules of every file a worker has run (jestjs/jest#14605): hundreds of files come to gigabytes, and
  // V8 ends the worker. A worker above this is replaced between two files.
  workerIdleMemoryLimit: '1GB',
};
