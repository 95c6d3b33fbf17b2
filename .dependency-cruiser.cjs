const { DOMAINS, mayImport } = require('./scripts/domains.cjs');

/**
 * Which module may import which (docs/architecture.md). Everything that is not allowed here is an error, and so is a cycle.
 */
const modules = {
  common: [],
  config: ['common', 'codeHosts', 'decisions'],
  storage: ['common', 'config', 'temporary'],
  jobs: ['common', 'config', 'storage'],
  auth: ['common', 'config', 'storage'],
  registry: ['common', 'config', 'storage', 'jobs', 'auth', 'archives', 'codeHosts', 'temporary'],
  // Answers errors in the registry's shape, and is a part of its document.
  health: ['common', 'config', 'storage', 'auth', 'registry'],
  // The registry only over HTTP.
  hub: [
    'common',
    'config',
    'storage',
    'jobs',
    'auth',
    'configurations',
    'analyzer',
    'archives',
    'names',
    'sources',
    'temporary',
    'codeHosts',
  ],
  // They present what the hub knows.
  grc: ['common', 'config', 'storage', 'jobs', 'auth', 'hub', 'analyzer'],
  reports: ['common', 'config', 'storage', 'jobs', 'auth', 'hub', 'analyzer', 'temporary'],
};

/** Writes archives for tests, of whatever package. */
const TEST_ARCHIVES = '^packages/sources/test/support/archives\\.ts$';

/** What of a module others may import: all of it, or of a package what it exports. */
const PACKAGES = {
  analyzer: '^packages/analyzer/src/(index|runner|advisories|catalogs|report/sarif-log)\\.ts$',
  // How archives are read, without what analyzes them.
  archives: '^packages/analyzer/src/archives/index\\.ts$',
  // Folders for temporary files, and the lock that says whose they are.
  temporary: '^packages/analyzer/src/temporary/index\\.ts$',
  // The names of packages and the code hosts: values, with nothing that reads or fetches.
  names: '^packages/analyzer/src/packages/package-names\\.ts$',
  // Texts from elsewhere, for messages.
  texts: '^packages/analyzer/src/common/escaped-text\\.ts$',
  // What variables and arguments of a command mean, for everything that judges commands.
  launches: '^packages/analyzer/src/launches\\.ts$',
  configurations: '^packages/client-configurations/src/(index|decisions/index|names/index)\\.ts$',
  decisions: '^packages/client-configurations/src/decisions/index\\.ts$',
  codeHosts: '^packages/sources/src/code-hosts/code-host\\.ts$',
  sources: '^packages/sources/src/index\\.ts$',
};
const visible = (name) => PACKAGES[name] ?? `^src/${name}/`;

const moduleRules = Object.entries(modules).map(([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `src/${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^(src|packages)/', pathNot: [name, ...allowed].map(visible) },
}));

const domainRules = DOMAINS.map((domain) => ({
  name: `hub-${domain}-imports`,
  comment: 'a domain of the hub imports those below it (scripts/domains.cjs)',
  severity: 'error',
  from: { path: `^src/hub/${domain}/` },
  to: {
    path: '^src/hub/',
    pathNot: [domain, ...DOMAINS.filter((other) => mayImport(domain, other))].map(
      (name) => `^src/hub/${name}/`,
    ),
  },
}));

/** The parts of the dashboard that its features share, and which of the others each may import. */
const DASHBOARD = {
  api: [],
  session: ['api'],
  ui: ['api', 'session'],
  domain: ['api', 'session', 'ui'],
  layout: ['api', 'session', 'ui'],
};
const shared = Object.keys(DASHBOARD).join('|');

const dashboardRules = [
  ...Object.entries(DASHBOARD).map(([part, allowed]) => ({
    name: `dashboard-${part}-imports`,
    comment: `${part} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of the dashboard'}`,
    severity: 'error',
    from: { path: `^packages/dashboard/src/${part}/` },
    to: {
      path: '^packages/dashboard/src/',
      pathNot: `^packages/dashboard/src/(${[part, ...allowed].join('|')})/`,
    },
  })),
  {
    name: 'dashboard-features-know-no-other',
    comment:
      'routes put features together; a feature is a folder, and may import what all share (docs/dashboard.md)',
    severity: 'error',
    from: {
      path: '^packages/dashboard/src/([^/]+)/',
      pathNot: `^packages/dashboard/src/(${shared}|routes|escaping)/`,
    },
    to: {
      path: '^packages/dashboard/src/',
      pathNot: `^packages/dashboard/src/($1|${shared})/`,
    },
  },
  {
    name: 'dashboard-parts-of-an-organization-know-no-other',
    comment: 'what two of them need is in organization/shared',
    severity: 'error',
    from: { path: '^packages/dashboard/src/organization/([^/]+)/' },
    to: {
      path: '^packages/dashboard/src/organization/',
      pathNot: '^packages/dashboard/src/organization/($1|shared)/|[.]css$',
    },
  },
];

/** The parts of the analyzer's engine, lower ones first. */
const ENGINE = ['values', 'flow', 'expressions', 'calls', 'modules', 'run'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'dashboard-imports-nothing-of-the-server',
      comment:
        'it knows the API from the OpenAPI documents alone, and escapes hidden characters as the server does',
      severity: 'error',
      from: { path: '^packages/dashboard/' },
      to: {
        path: '^(src|packages)/',
        pathNot: ['^packages/dashboard/', '^src/common/values/visible-text\\.ts$'],
      },
    },
    ...dashboardRules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: ['^src/', '^packages/[^/]+/src/'],
        // Types alone.
        pathNot: ['\\.spec\\.ts$', '^packages/dashboard/src/api/[a-z]+\\.d\\.ts$'],
      },
      to: {},
    },
    {
      name: 'pipeline-commands-load-no-server',
      comment:
        'they run in pipelines and at each start of a server, and need neither configuration nor database',
      severity: 'error',
      from: { path: '^src/cli/(gate|policy|hub|run|login|cache)/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: ['^src/', 'node_modules/(@nestjs|typeorm|express|pg)/'],
        pathNot: [
          '^src/cli/(gate|policy|hub|run|login|cache)/',
          '^src/cli/(command-failure|recording|json-output|print)\\.ts$',
          '^src/config/(user|npm)-environment\\.ts$',
          '^src/common/(errors/as-error|http/answer-bytes|values/[a-z0-9-]+|operation/product-version)\\.ts$',
        ],
      },
    },
    {
      name: 'hub-folders-form-no-circles',
      comment: 'each is a Nest module that imports those it needs',
      severity: 'error',
      scope: 'folder',
      from: { path: ['^src/hub/[^/]+/[^/]+$', '^src/(grc|reports)/[^/]+$'] },
      to: { circular: true },
    },
    ...moduleRules,
    ...domainRules,
    {
      name: 'packages-import-nothing-of-the-server',
      severity: 'error',
      from: {
        path: '^packages/([^/]+)/(src|test)/',
        // The command that fetches, and the dashboard's escaping: its rule is that of the command line and of reports (ADR 91).
        pathNot: [
          '^packages/analyzer/src/cli/fetched-source\\.ts$',
          '^packages/dashboard/src/escaping/escaped-props\\.ts$',
        ],
      },
      to: {
        path: '^(src|test|bench|scripts|packages)/',
        pathNot: [
          '^packages/$1/',
          TEST_ARCHIVES,
          PACKAGES.archives,
          PACKAGES.names,
          PACKAGES.texts,
          PACKAGES.launches,
          PACKAGES.codeHosts,
        ],
      },
    },
    {
      name: 'analyzer-command-fetches-by-the-package',
      comment: 'the library uses no network; the command fetches what it is asked for with @mcp-hub/sources',
      severity: 'error',
      from: { path: '^packages/analyzer/src/cli/fetched-source\\.ts$' },
      to: {
        path: '^(src|test|bench|scripts|packages)/',
        pathNot: ['^packages/analyzer/', PACKAGES.sources],
      },
    },
    {
      name: 'server-loads-no-analyzer',
      comment:
        'it is seven hundred modules, and half a second of each start: types, import() or one of the smaller entries',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/cli/gate/local-evaluation\\.ts$', '\\.spec\\.ts$'] },
      to: {
        path: '^packages/analyzer/src/index\\.ts$',
        dependencyTypesNot: ['type-only', 'type-import', 'dynamic-import'],
      },
    },
    {
      name: 'packages-are-imported-by-name',
      comment: 'as @mcp-hub/…, so that what their `exports` leave out stays unseen',
      severity: 'error',
      from: { path: '^(src|test)/' },
      to: { path: '^packages/', pathNot: TEST_ARCHIVES, dependencyTypesNot: ['aliased-workspace'] },
    },
    {
      name: 'reading-knows-no-rules',
      comment: 'reading and running a package does not depend on what is looked for',
      severity: 'error',
      from: {
        path: '^packages/analyzer/src/(credentials|files|packages|ir|languages|sources|engine|models|surface)/',
      },
      to: { path: '^packages/analyzer/src/rules/' },
    },
    {
      name: 'facts-and-findings-know-no-rules',
      comment: 'rules use the facts and report findings, not the other way around',
      severity: 'error',
      from: { path: '^packages/analyzer/src/(facts|findings)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^packages/analyzer/src/rules/' },
    },
    {
      name: 'report-has-the-wire-types',
      comment: 'what finds and judges has types of its own; report/ alone maps them to JSON',
      severity: 'error',
      from: {
        path: '^packages/analyzer/src/[a-z]+/',
        pathNot: ['^packages/analyzer/src/(analysis|report|cli|isolation)/', '\\.spec\\.ts$'],
      },
      to: { path: '^packages/analyzer/src/report/' },
    },
    {
      name: 'engine-knows-no-language',
      comment: 'what differs between languages is in their traits and module systems',
      severity: 'error',
      from: { path: '^packages/analyzer/src/(ir|engine|models|surface)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^packages/analyzer/src/languages/' },
    },
    ...ENGINE.slice(0, -1).map((part, index) => ({
      name: `engine-${part}-knows-no-upper-part`,
      comment: 'parts of the engine call upper ones through the interfaces of machine.ts',
      severity: 'error',
      from: { path: `^packages/analyzer/src/engine/${part}/`, pathNot: '\\.spec\\.ts$' },
      to: { path: `^packages/analyzer/src/engine/(${ENGINE.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'engine-interfaces-know-values-only',
      comment: 'the interfaces between the parts of the engine do not depend on how a part works',
      severity: 'error',
      from: { path: '^packages/analyzer/src/engine/[^/]+$' },
      to: { path: '^packages/analyzer/src/engine/[^/]+/', pathNot: '^packages/analyzer/src/engine/values/' },
    },
    {
      name: 'languages-are-registered-once',
      comment: 'what asks a language asks languages/index.ts',
      severity: 'error',
      from: {
        path: '^packages/analyzer/src/',
        pathNot: ['^packages/analyzer/src/languages/', '\\.spec\\.ts$'],
      },
      to: { path: '^packages/analyzer/src/languages/[a-z]+/' },
    },
    {
      name: 'languages-stand-alone',
      comment: 'what two languages need is in engine, models, surface, packages or languages itself',
      severity: 'error',
      from: { path: '^packages/analyzer/src/languages/([a-z]+)/' },
      to: {
        path: '^packages/analyzer/src/languages/[a-z]+/',
        pathNot: '^packages/analyzer/src/languages/$1/',
      },
    },
    {
      name: 'rule-classes-stand-alone',
      comment: 'what two classes of rules need is in rules/support',
      severity: 'error',
      from: { path: '^packages/analyzer/src/rules/([a-z]-[a-z]+)/' },
      to: { path: '^packages/analyzer/src/rules/[a-z]-[a-z]+/', pathNot: '^packages/analyzer/src/rules/$1/' },
    },
    {
      name: 'rule-support-knows-no-class',
      comment: 'helpers of all rules know none of them',
      severity: 'error',
      from: { path: '^packages/analyzer/src/rules/support/' },
      to: { path: '^packages/analyzer/src/rules/[a-z]-[a-z]+/' },
    },
    {
      name: 'puppeteer-is-hidden',
      comment: 'one folder starts the browser and knows what documents may do in it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/reports/rendering/' },
      to: { path: 'node_modules/(puppeteer-core|@sparticuz)/' },
    },
    {
      name: 'typeorm-is-hidden',
      comment: 'other classes run statements through the UnitOfWork of src/storage',
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
      // The dashboard is bundled by the build, so nothing of it is installed with the product.
      from: { path: ['^src/', '^packages/[^/]+/src/'], pathNot: ['\\.spec\\.ts$', '^packages/dashboard/'] },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'src-imports-no-tests',
      severity: 'error',
      // A spec is one itself, and may use what others use.
      from: { path: ['^src/', '^packages/[^/]+/src/'], pathNot: '\\.spec\\.ts$' },
      to: { path: ['^(test|bench|scripts)/', '^packages/[^/]+/(test|bench|scripts)/'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Samples for the analyzer, not code of ours, and what is compiled.
    exclude: { path: '^packages/(analyzer/test/(corpus|servers)|[^/]+/(dist|types))/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['mcp-hub-source', 'import', 'types'],
    },
  },
};
