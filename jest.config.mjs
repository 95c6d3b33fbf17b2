import { availableParallelism } from 'node:os';

// Tests that need software or rights not available on every machine are excluded without it, instead of being skipped.
const faults = (...names) => names.map((name) => `<rootDir>/test/faults/${name}.test.ts`);
const journeys = (...names) => names.map((name) => `<rootDir>/test/journeys/${name}.test.ts`);
// Tests that use no database, store and Redis, or bring their own.
const WITHOUT_ENGINES = [
  '<rootDir>/src/',
  '<rootDir>/packages/',
  ...journeys('bins', 'build', 'embedded', 'generated-clients'),
  // The database has no part in what these are about.
  ...journeys(
    'advisories-command',
    'analyzer-package',
    'bucket',
    'ci-guide',
    'cli',
    'command-line-client',
    'demo',
    'forwarded',
    'gate',
    'gate-local',
    'grc-guide',
    'ingress',
    'policy-export',
    'readme',
    'shutdown',
  ),
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
  '<rootDir>/test/dashboard/',
  '<rootDir>/test/support/',
];
const absent = [
  ...(process.env.TEST_NGINX === '1' ? [] : journeys('ingress')),
  // bash, curl and jq.
  ...(process.env.TEST_SHELL === '1' ? [] : journeys('action-install', 'ci-guide', 'grc-guide')),
  // GNU tar, bsdtar, unzip, Python and pip.
  ...(process.env.TEST_ARCHIVERS === '1'
    ? []
    : ['analyzer/test/archive-programs', 'sources/test/zip-readers', 'sources/test/distribution-readers'].map(
        (name) => `<rootDir>/packages/${name}.test.ts`,
      )),
  // A pseudo-terminal.
  ...(process.env.TEST_TERMINAL === '1' ? [] : journeys('terminal')),
  ...(process.env.TEST_DATABASE_URL === undefined
    ? [
        ...journeys('list-replicas', 'replicas', 'rolling-restart', 'sign-in-replicas'),
        ...faults('database-goodbye', 'migrations-wait'),
        // Transactions that wait for each other; the embedded database runs one at a time.
        '<rootDir>/test/api/(hub|registry)/waiting-authority.test.ts',
      ]
    : []),
  ...(process.env.TEST_REDIS_URL === undefined ? faults('redis-counts', 'redis-faults') : []),
  ...(process.env.TEST_PGBOUNCER === '1' && process.env.TEST_DATABASE_URL !== undefined
    ? []
    : faults('pooler')),
  // Workers in processes of their own.
  ...(process.env.TEST_DATABASE_URL === undefined || process.env.TEST_REDIS_URL === undefined
    ? journeys('analysis-workers', 'clocks', 'split-deployment')
    : []),
  // The programs of PostgreSQL and Redis, which these tests start and stop.
  ...(process.env.TEST_OWN_SERVERS === '1'
    ? []
    : faults('database-server', 'dependency-matrix', 'redis-tls', 'start-requirements', 'tls')),
  // When the same tests have run on the embedded database: only those that depend on an engine.
  ...(process.env.TEST_SCOPE === 'engines' ? WITHOUT_ENGINES : []),
  // The right to mount file systems.
  ...(process.env.TEST_MOUNTS === '1' ? [] : faults('read-only-storage')),
];

/** @type {import('jest').Config} */
export default {
  // The default is in the temporary folder shared by all users of a machine.
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
  // Samples for the analyzer, whose package.json files are not part of this project.
  modulePathIgnorePatterns: ['<rootDir>/packages/analyzer/test/(corpus|servers)/'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Plain Node.js, where all test files of a worker share imported modules (docs/decisions).
  runner: 'jest-light-runner/child-process',
  transform: {},
  testSequencer: '<rootDir>/test/support/runner/sequencer.mjs',
  // At least two, so that no test runs in the process of Jest itself.
  maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
};
