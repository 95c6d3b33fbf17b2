import type { Advisories } from '../dependencies/advisories.js';
import { comparedVersions, type PackageVersion } from '../dependencies/advisory-lookup.js';
import { knownVersions } from '../dependencies/known-versions.js';
import { matchAdvisories } from '../dependencies/match-advisories.js';
import { observedDependencies } from '../dependencies/observed.js';
import { described, examine, type Described, type Examined } from './examine.js';
import {
  examineRelease,
  findingsBeside,
  type ExaminedRelease,
  type ExaminedTree,
} from './examine-release.js';
import { assess, type Discoveries } from '../facts/assess.js';
import { missingTools, toolsWithoutCode } from '../facts/missing-tools.js';
import { extensionOf } from '../files/package-path.js';
import type { Release } from '../files/release.js';
import { isDocsName } from '../files/role-names.js';
import type { LeftOut, PackageFiles } from '../files/source-file.js';
import type { Finding } from '../findings/finding.js';
import { classifyLicense } from '../licenses/classify-license.js';
import { licenseTextOf } from '../licenses/license-text.js';
import { protocolVersions } from '../facts/protocol-versions.js';
import { notInBundle } from '../facts/not-in-bundle.js';
import type { McpBundle } from '../mcpb/read-bundle.js';
import type { PackageFacts } from '../packages/package-facts.js';
import { assembleReport, mainManifest } from '../report/assemble-report.js';
import type { CycloneDx } from '../report/cyclonedx.js';
import type { AnalysisReport } from '../report/report.js';
import { toSbom } from '../report/sbom.js';
import { ALL_RULES } from '../rules/all-rules.js';
import type { Rule } from '../rules/rule.js';
import { languageOf } from '../sources/language-of.js';
import { packagingRole } from '../sources/source-names.js';
import type { PreviousSurface } from '../surface/previous-surface.js';
import { offersAnything } from '../surface/surface.js';
import { compareText } from '../common/text-order.js';

/** The phases of an analysis, in order; their names are reported as they start. */
export type Phase = 'manifests' | 'parsing' | 'flows' | 'rules' | 'scores';

export interface AnalysisOptions {
  /** Called when each phase starts. It does not affect the result. */
  readonly onPhase?: (phase: Phase) => void;
  /** A table, or a function that finds the part of one that is about some versions; undefined without a table. */
  readonly advisories?:
    | Advisories
    | ((versions: readonly PackageVersion[]) => Promise<Advisories | undefined>);
  /** What the server offered at an earlier version, to find tools that were replaced. */
  readonly previous?: PreviousSurface;
  /** Whether the files are a package of npm's registry, which is installed with all that it has in `node_modules`. */
  readonly isNpmPackage?: boolean;
  /** For the files of an MCP bundle: what its manifest says. */
  readonly bundle?: McpBundle;
  /** For the files of a Python release: what its distributions install. */
  readonly release?: Release;
  /** The rules to apply; all of them by default. */
  readonly rules?: readonly Rule[];
  /** What was left out when the files were read. */
  readonly leftOut?: readonly LeftOut[];
  /**
   * Set when the input is already known to be incomplete: the package could not be read, or a previous analysis did not finish.
   */
  readonly missing?: string;
  /**
   * The share of the time limit that is left. Work is limited by its amount, so that the same package always gives the same
   * report; the clock only ends what takes far longer than expected, and the report then says so.
   */
  readonly timeLeft?: () => number;
}

/** The shares of the time that are kept for what follows the parsing, the flows and the rules. */
const KEPT = { parsing: 0.4, flows: 0.25, rules: 0.1 } as const;

/** The result of an analysis. */
export interface Analysis {
  readonly report: AnalysisReport;
  /** The software bill of materials, CycloneDX 1.6. */
  readonly sbom: CycloneDx;
  /** The resolved dependencies that advisories can be about, each once: those of a new advisory need another analysis. */
  readonly dependencies: readonly PackageVersion[];
}

/** Why the analysis is incomplete. */
interface Missing {
  readonly reasons: readonly string[];
  /** Whether the server itself is missing: product code that was not analyzed, or anything that it offers to clients. */
  readonly missesProduct: boolean;
}

function missingIn(
  facts: PackageFacts,
  { parsed, registered, problems }: Examined,
  given: string | undefined,
): Missing {
  if (given !== undefined) return { reasons: [given], missesProduct: true };
  const worded = (all: PackageFacts['problems']): string[] =>
    all.map(({ path, reason }) => `${path}: ${reason}`);
  const tools = missingTools(facts, parsed, registered) ?? toolsWithoutCode(parsed, registered);
  const found = new Set(registered.tools.map(({ name }) => name));
  const undeclared = [...parsed.describedTools].filter(([name]) => !found.has(name));
  const product = [
    ...(facts.mcpb === undefined ? [] : notInBundle(facts.mcpb)),
    ...(tools === undefined ? [] : [tools]),
    ...worded(
      undeclared.map(([name, path]) => ({
        path,
        reason: `describes the tool ${name}, whose code was not found`,
      })),
    ),
    ...worded(parsed.problems),
    ...problems,
    ...(parsed.productFiles > 0 ? [] : ['there is no source code that can be analyzed']),
  ];
  return {
    reasons: [...product, ...worded(facts.problems)],
    missesProduct: product.length > 0 || !offersAnything(registered),
  };
}

/** What is known of a package, of which manifests and lockfiles were left out: nobody knows what they list. */
function withUnread(known: Described, leftOut: readonly LeftOut[] = []): Described {
  const lists = leftOut.filter(({ path }) => packagingRole(path) !== undefined);
  return { ...known, facts: { ...known.facts, unlisted: [...known.facts.unlisted, ...lists] } };
}

/** More parts that were left out are counted. */
const MAX_LEFT_OUT = 100;

/** Whether code may be at a path that was not read: a source file, or a folder by its name. */
const mayHaveCode = (path: string): boolean =>
  languageOf(path, new Uint8Array()) !== undefined || (extensionOf(path) === '' && !isDocsName(path));

/** What is missing, with what was left out when the package was read. */
function withLeftOut({ reasons, missesProduct }: Missing, leftOut: readonly LeftOut[]): Missing {
  const more = leftOut.length - MAX_LEFT_OUT;
  return {
    reasons: [
      ...reasons,
      ...leftOut.slice(0, MAX_LEFT_OUT).map(({ path, reason }) => `${path}: ${reason}`),
      ...(more > 0 ? [`${more} more links were left out`] : []),
    ],
    missesProduct: missesProduct || leftOut.some(({ path }) => mayHaveCode(path)),
  };
}

/** The advisories about these versions. They are looked up while the code is parsed. */
async function advisoriesAbout(
  versions: readonly PackageVersion[],
  advisories: AnalysisOptions['advisories'],
): Promise<Advisories | undefined> {
  return typeof advisories === 'function' ? advisories(versions) : advisories;
}

/** By location, then by rule. */
const byLocation = (one: Finding, other: Finding): number =>
  compareText(one.location.path, other.location.path) ||
  one.location.startLine - other.location.startLine ||
  compareText(one.ruleId, other.ruleId) ||
  compareText(one.fingerprint, other.fingerprint);

/** The findings of the main files with those of other distributions. */
function findingsOfAll(
  main: Examined,
  trees: readonly ExaminedTree[],
  kind: 'findings' | 'previews',
): readonly Finding[] {
  if (trees.length === 0) return main[kind];
  const known = new Set(main[kind].map(({ fingerprint }) => fingerprint));
  return [...main[kind], ...trees.flatMap((tree) => findingsBeside(tree, kind, known))].sort(byLocation);
}

/** The findings, tools, capabilities and variables of the main files with those of other distributions: the worst of all counts. */
function withOthers(
  main: Examined,
  trees: readonly ExaminedTree[],
): Pick<Discoveries, 'findings' | 'previews' | 'surface' | 'capabilities' | 'variables'> {
  const { surface, capabilities, variables } = main;
  const tools = new Map(surface.tools.map((tool) => [tool.name, tool]));
  for (const { tree, examined } of trees)
    for (const tool of examined.surface.tools)
      if (!tools.has(tool.name))
        tools.set(tool.name, { ...tool, file: tree.places.get(tool.file) ?? tool.file });
  const added = [...tools.values()].filter((tool) => !surface.tools.some(({ name }) => name === tool.name));
  return {
    findings: findingsOfAll(main, trees, 'findings'),
    previews: findingsOfAll(main, trees, 'previews'),
    surface: { ...surface, tools: [...surface.tools, ...added] },
    capabilities: [
      ...new Set([...capabilities, ...trees.flatMap(({ examined }) => [...examined.capabilities])]),
    ],
    variables: new Set([...variables, ...trees.flatMap(({ examined }) => [...examined.variables])]),
  };
}

/** What is missing of the main files and of other distributions; of these, what is not said already. */
function missingOfAll(
  main: Missing,
  others: readonly Missing[],
  { problems, trees }: ExaminedRelease,
): Missing {
  const known = new Set(main.reasons);
  const further = others.flatMap(({ reasons }, index) => {
    const filename = trees[index]?.tree.filename ?? '';
    return reasons.filter((reason) => !known.has(reason)).map((reason) => `${filename}: ${reason}`);
  });
  return {
    reasons: [...main.reasons, ...problems, ...further],
    missesProduct:
      main.missesProduct || problems.length > 0 || others.some(({ missesProduct }) => missesProduct),
  };
}

/** The manifests that differ in other distributions are the package's too: their dependencies get installed. */
const withManifests = (facts: PackageFacts, trees: readonly ExaminedTree[]): PackageFacts => ({
  ...facts,
  manifests: [
    ...facts.manifests,
    ...trees.flatMap(({ tree, known }) =>
      known.facts.manifests.flatMap((manifest) => {
        const path = tree.places.get(manifest.path);
        return path === undefined ? [] : [{ ...manifest, path }];
      }),
    ),
  ],
});

/**
 * Analyzes a package. The same files, rules and advisories give the same report, byte for byte. It never throws because of a
 * package's contents; a file that cannot be read makes the report incomplete.
 */
export async function analyze(files: PackageFiles, options: AnalysisOptions = {}): Promise<Analysis> {
  const startPhase = options.onPhase ?? ((): void => undefined);
  const { missing: given, previous, release, rules = ALL_RULES } = options;
  const isLate = (phase: keyof typeof KEPT): boolean => (options.timeLeft?.() ?? 1) < KEPT[phase];
  startPhase('manifests');
  const known = withUnread(described(files, options.isNpmPackage, options.bundle), options.leftOut);
  const lookUp = (facts: PackageFacts): ReturnType<typeof advisoriesAbout> => {
    const lookup = advisoriesAbout(comparedVersions(knownVersions(facts)), options.advisories);
    // It may fail before it is awaited.
    lookup.catch(() => undefined);
    return lookup;
  };
  // The other distributions of a release may name other versions, and advisories are looked up once.
  const early = release ? undefined : lookUp(known.facts);
  const examined = await examine(known, { rules, previous, onPhase: startPhase, isLate });
  const others = release
    ? await examineRelease(
        release,
        { ...known, examined },
        { rules, previous, onPhase: () => undefined, isLate },
      )
    : { trees: [], problems: [] };
  startPhase('scores');
  const license = classifyLicense(mainManifest(known.facts)?.license, licenseTextOf(files));
  const facts = withManifests(known.facts, others.trees);
  const resolved = knownVersions(facts);
  const advisories = await (early ?? lookUp(facts));
  const missing = missingOfAll(
    withLeftOut(missingIn(known.facts, examined, given), options.leftOut ?? []),
    others.trees.map((tree) => missingIn(tree.known.facts, tree.examined, undefined)),
    others,
  );
  const discoveries: Discoveries = {
    files,
    parsed: examined.parsed,
    facts,
    ...withOthers(examined, others.trees),
    outbound: examined.outbound,
    protocolVersions: protocolVersions(examined.surface.protocols, resolved, examined.ownVersions),
    incompleteReasons: missing.reasons,
    missesProduct: missing.missesProduct,
    license: license.group,
    ...compared(facts, resolved, advisories),
    ...(release && { release }),
  };
  const report = assembleReport(discoveries, license.id, assess(discoveries));
  return { report, sbom: sbomOf(discoveries, report), dependencies: comparedVersions(resolved) };
}

/** What a table of advisories says about the dependencies. */
function compared(
  facts: PackageFacts,
  resolved: Discoveries['resolved'],
  table: Advisories | undefined,
): Pick<Discoveries, 'resolved' | 'observed' | 'advisoriesDay' | 'advisories'> {
  const advisories = table && matchAdvisories(table, resolved);
  return {
    resolved,
    observed: observedDependencies(facts, resolved, advisories ?? [], table?.ecosystems ?? new Set()),
    advisoriesDay: table?.day,
    advisories,
  };
}

const sbomOf = (
  { facts, resolved, observed, advisories, release }: Discoveries,
  report: AnalysisReport,
): CycloneDx =>
  toSbom({
    facts,
    identity: report.package,
    scannerVersion: report.toolchain.scanner_version,
    complete: report.complete,
    known: resolved,
    ...(advisories && { advisories, observed }),
    ...(release && { distributions: release.distributions }),
  });

/** The report for a package that could not be analyzed, with the reason. */
export const incompleteAnalysis = (reason: string): Promise<Analysis> =>
  analyze(new Map(), { missing: reason });
