/**
 * Which room may import which (docs/architecture.md). Everything that is not allowed here is an error, and so is a cycle.
 */
const rooms = {
  common: [],
  config: ['common'],
  storage: ['common', 'config'],
  jobs: ['common', 'config', 'storage'],
  auth: ['common', 'config', 'storage'],
  registry: ['common', 'config', 'storage', 'jobs', 'auth'],
  // The registry only over HTTP.
  hub: ['common', 'config', 'storage', 'jobs', 'auth', 'analyzer'],
  // A pure library: files in, report out.
  analyzer: [],
};

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports`,
  comment: `src/${room} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [room, ...allowed].map((name) => `^src/${name}/`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: {},
    },
    ...roomRules,
    {
      name: 'reading-knows-no-rules',
      comment: 'reading and running a package does not depend on what is looked for',
      severity: 'error',
      from: { path: '^src/analyzer/(credentials|files|packages|ir|languages|engine|models|surface)/' },
      to: { path: '^src/analyzer/rules/' },
    },
    {
      name: 'rule-classes-stand-alone',
      comment: 'what two classes of rules need is in src/analyzer/rules/support',
      severity: 'error',
      from: { path: '^src/analyzer/rules/([a-z]-[a-z]+)/' },
      to: { path: '^src/analyzer/rules/[a-z]-[a-z]+/', pathNot: '^src/analyzer/rules/$1/' },
    },
    {
      name: 'rule-support-knows-no-class',
      comment: 'helpers of all rules know none of them',
      severity: 'error',
      from: { path: '^src/analyzer/rules/support/' },
      to: { path: '^src/analyzer/rules/[a-z]-[a-z]+/' },
    },
    {
      name: 'typeorm-is-hidden',
      comment: 'SQL lives in entities, repositories and read models',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '(^src/storage/|\\.entity\\.ts$|\\.repository\\.ts$|\\.read-model\\.ts$)',
      },
      to: { path: 'node_modules/typeorm/' },
    },
    {
      name: 'controllers-call-services',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '(\\.repository|\\.read-model|\\.entity)\\.ts$' },
    },
    {
      name: 'services-know-no-express',
      severity: 'error',
      from: { path: '(\\.service|\\.repository|\\.read-model|\\.mapper)\\.ts$' },
      to: { path: 'node_modules/(@types/)?express/' },
    },
    {
      name: 'production-code-only',
      comment: 'src does not import what is installed for development only',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'src-imports-no-tests',
      severity: 'error',
      // A spec is one itself, and may use what others use.
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(test|bench|scripts)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Samples for the analyzer, not code of ours.
    exclude: { path: '^test/analyzer/(corpus|servers)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
    },
  },
};
