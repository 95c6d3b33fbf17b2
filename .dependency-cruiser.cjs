/**
 * Which module may import which (docs/architecture.md). Everything that is not allowed here is an error, and so is a cycle.
 */
const modules = {
  common: [],
  config: ['common'],
  // Also for commands that load nothing of the server.
  'client-configurations': ['common'],
  storage: ['common', 'config'],
  jobs: ['common', 'config', 'storage'],
  access: ['common', 'config', 'storage'],
  registry: ['common', 'config', 'storage', 'jobs', 'access', 'archives'],
  // Answers errors in the registry's shape, and is a part of its document.
  health: ['common', 'config', 'storage', 'access', 'registry'],
  // The registry only over HTTP.
  hub: [
    'common',
    'config',
    'storage',
    'jobs',
    'access',
    'client-configurations',
    'analyzer',
    'archives',
    'sources',
  ],
};

/** What of a module others may import: all of it, or of a package what it exports. */
const PACKAGES = {
  analyzer: '^packages/analyzer/src/(index|runner|advisories|catalogs|report/sarif-log)\\.ts$',
  // How archives are read, without what analyzes them.
  archives: '^packages/analyzer/src/archives/index\\.ts$',
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
    {
      name: 'dashboard-features-import-shared-parts-only',
      comment: 'routes put features together; a feature may use api, session, layout and ui',
      severity: 'error',
      from: { path: '^packages/dashboard/src/(api|session|layout|ui)/' },
      to: { path: '^packages/dashboard/src/', pathNot: '^packages/dashboard/src/(api|session|layout|ui)/' },
    },
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
      comment: 'they run in pipelines, thousands of times a day, and need neither configuration nor database',
      severity: 'error',
      from: { path: '^src/(cli/(gate|policy|hub)|client-configurations)/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: ['^src/', 'node_modules/(@nestjs|typeorm|express|pg)/'],
        pathNot: [
          '^src/(cli/(gate|policy|hub)|client-configurations)/',
          '^src/cli/(command-failure|recording)\\.ts$',
          '^src/common/(errors/as-error|http/answer-bytes|values/[a-z-]+|operation/product-version)\\.ts$',
        ],
      },
    },
    {
      name: 'hub-folders-form-no-circles',
      comment: 'each folder of the hub is a Nest module that imports those it needs',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/hub/[^/]+$' },
      to: { circular: true },
    },
    ...moduleRules,
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
        pathNot: ['^packages/$1/', PACKAGES.archives],
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
      name: 'packages-are-imported-by-name',
      comment: 'as @mcp-hub/…, so that what their `exports` leave out stays unseen',
      severity: 'error',
      from: { path: '^(src|test)/' },
      to: { path: '^packages/', dependencyTypesNot: ['aliased-workspace'] },
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
        pathNot: ['^packages/analyzer/src/(report|cli|isolation)/', '\\.spec\\.ts$'],
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
      from: { path: '^src/', pathNot: '^src/hub/reports/rendering/' },
      to: { path: 'node_modules/(puppeteer-core|@sparticuz)/' },
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
