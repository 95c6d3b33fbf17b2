import { availableParallelism } from 'node:os';

// Tests that need software or rights not available on every machine are excluded without it, instead of being skipped.
const faults = (...names) => names.map((name) => `<rootDir>/test/faults/${name}.test.ts`);
const journeys = (...names) => names.map((name) => `<rootDir>/test/journeys/${name}.test.ts`);
const named = (folder, ...names) => names.map((name) => `<rootDir>/test/${folder}/${name}.test.ts`);
// What one run says about every engine: the others would only repeat it.
const WITHOUT_ENGINES = [
  // They use no database, store and Redis, or bring their own.
  '<rootDir>/src/',
  '<rootDir>/packages/',
  '<rootDir>/test/support/',
  '<rootDir>/test/dashboard/',
  ...journeys('bins', 'build', 'containers', 'embedded', 'generated-clients', 'launcher-options'),
  ...journeys('temporary-folders'),
  ...named(
    'contract',
    'artifact-presigning',
    'bill-of-materials',
    'mailer',
    'pdf-renderer',
    'remote-key-set',
  ),
  ...named('contract', 's3-connections', 's3-listing', 's3-ranges', 'snapshot-document'),
  ...named('architecture', 'bench', 'compose', 'container-image', 'git-hooks', 'mutant-operators', 'mutants'),
  ...named(
    'architecture',
    'openapi-compatibility',
    'openapi-documents',
    'openapi-examples',
    'prose',
    'references',
  ),
  ...named('architecture', 'release', 'source-texts', 'temporary-files', 'warnings'),
  // The processes of servers and commands, whatever they store.
  ...journeys(
    'advisories-command',
    'analyzer-package',
    'bucket',
    'ci-guide',
    'cli',
    'command-line-client',
    'demo',
  ),
  ...journeys(
    'action-install',
    'forwarded',
    'gate',
    'gate-limits',
    'gate-local',
    'gate-policies',
    'grc-guide',
  ),
  ...journeys(
    'ingress',
    'policy-export',
    'process-errors',
    'process-output',
    'readme',
    'run',
    'run-packages',
    'run-python',
    'run-refusals',
    'run-sandbox',
    'shutdown',
    'verify-evidence',
  ),
  // Both kinds of stores, whatever the engine.
  ...journeys('stored-bytes'),
  // What requests may be, before a statement runs.
  ...named('architecture', 'hub-odd-input', 'optional-nulls', 'undecodable-paths', 'unknown-fields'),
  // The same rows and questions, which PGlite, a PostgreSQL, answers like any other one.
  ...named('architecture', 'operation-events', 'twins'),
  // Analyses of many packages and repositories.
  ...named('api/hub/analysis', 'hostile-archives', 'python-release-changes', 'python-releases'),
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
  // Python.
  ...(process.env.TEST_ARCHIVERS === '1' ? [] : journeys('run-python')),
  // npm's programs, which are started some fifty times.
  ...(process.env.TEST_LAUNCHERS === undefined ? journeys('launcher-options') : []),
  // bubblewrap, and the right to make namespaces.
  ...(process.env.TEST_SANDBOX === '1' ? [] : journeys('run-sandbox')),
  // A pseudo-terminal.
  ...(process.env.TEST_TERMINAL === '1' ? [] : journeys('terminal')),
  ...(process.env.TEST_DATABASE_URL === undefined
    ? [
        // Processes that are killed or stopped, and stores that are away: that is not about the database, and starts of a server
        // with the embedded one take longest. Those with it are in crash, embedded and shutdown.
        ...journeys('analysis-crash', 'operation', 'report-crash'),
        ...faults('analysis-outages', 'damaged-objects', 'report-outages'),
        ...journeys('list-replicas', 'replicas', 'rolling-restart', 'sign-in-replicas'),
        ...faults('database-goodbye', 'migrations-wait'),
        // Transactions that wait for each other; the embedded database runs one at a time.
        '<rootDir>/test/api/(hub/accounts|registry)/waiting-authority.test.ts',
      ]
    : []),
  ...(process.env.TEST_REDIS_URL === undefined ? faults('redis-counts', 'redis-faults') : []),
  ...(process.env.TEST_PGBOUNCER === '1' && process.env.TEST_DATABASE_URL !== undefined
    ? []
    : faults('pooler')),
  // Workers in processes of their own.
  ...(process.env.TEST_DATABASE_URL === undefined || process.env.TEST_REDIS_URL === undefined
    ? journeys('analysis-workers', 'clocks', 'kills', 'split-deployment')
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
