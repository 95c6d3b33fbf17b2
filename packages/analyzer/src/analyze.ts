import type { Advisories } from './dependencies/advisories.js';
import { comparedVersions, type PackageVersion } from './dependencies/advisory-lookup.js';
import { matchAdvisories } from './dependencies/match-advisories.js';
import type { CallEvent, Event } from './engine/machine.js';
import type { Layout } from './engine/module-system.js';
import { assess, type Discoveries } from './facts/assess.js';
import { capabilitiesOf, capabilitiesOfText } from './facts/capabilities.js';
import { OutboundCalls } from './facts/outbound-calls.js';
import { missingTools } from './facts/missing-tools.js';
import { isFrontEnd } from './facts/front-end.js';
import { authSignalsOf, checksOrigin } from './facts/signals.js';
import { folderOf } from './files/package-path.js';
import type { FileRole, PackageFiles } from './files/source-file.js';
import { languageOf } from './sources/language-of.js';
import type { Finding } from './findings/finding.js';
import { FindingGatherer } from './findings/gather.js';
import { withoutBundled } from './findings/bundled.js';
import { withSnippets } from './findings/snippets.js';
import { Origins } from './findings/origins.js';
import { markSuppressed } from './findings/suppressions.js';
import { classifyLicense } from './licenses/classify-license.js';
import { licenseTextOf } from './licenses/license-text.js';
import type { PackageFacts } from './packages/package-facts.js';
import { readPackageFacts } from './facts/read-package-facts.js';
import { distinct } from './packages/resolved.js';
import { parsePackage, type ParsedPackage } from './parse-package.js';
import { assembleReport, mainManifest } from './report/assemble-report.js';
import type { CycloneDx } from './report/cyclonedx.js';
import type { AnalysisReport } from './report/report.js';
import type { AuthSignal, Capability } from './surface/surface.js';
import { toSbom } from './report/sbom.js';
import { ALL_RULES } from './rules/all-rules.js';
import type { PackageView } from './rules/rule.js';
import { promisesOf } from './rules/support/promises/promised-by.js';
import { RuleSet } from './rules/rule-set.js';
import { runProgram } from './run-program.js';
import { PackageImports } from './sources/imports.js';
import { launchedFiles } from './sources/launched.js';
import type { PreviousSurface } from './surface/previous-surface.js';
import { offersAnything, type Registered, type Surface } from './surface/surface.js';

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

interface CodeLocation {
  readonly file: string;
  readonly line: number;
}

/** Receives the events of a program run and passes them to rules, capabilities and counters. */
class Observer {
  readonly rules: RuleSet;
  readonly gatherer = new FindingGatherer();
  readonly capabilities = new Map<Capability, CodeLocation>();
  readonly outbound = new OutboundCalls();

  constructor(known: Pick<PackageView, 'facts' | 'paths'>) {
    this.rules = new RuleSet(ALL_RULES, known, (rule, found) => this.gatherer.add(rule, found));
  }

  listen(event: Event): void {
    if (event.kind === 'call') this.note(event);
    this.rules.dispatch(event);
  }

  private note(event: CallEvent): void {
    this.outbound.see(event);
    event.names.forEach((name) => {
      for (const capability of capabilitiesOf(name, event))
        this.can(capability, { file: event.frame.module, line: event.node.line });
    });
  }

  /** Finds capabilities in the text of product code. */
  read({ texts }: ParsedPackage): void {
    for (const { role, path, text } of texts)
      if (role === 'product' || role === 'minified')
        for (const capability of capabilitiesOfText(text)) this.can(capability, { file: path, line: 1 });
  }

  can(capability: Capability, location: CodeLocation): void {
    if (!this.capabilities.has(capability)) this.capabilities.set(capability, location);
  }
}

/** The roles of source files that are not analyzed. */
const UNREAD: ReadonlySet<FileRole> = new Set(['test', 'example', 'docs', 'vendored', 'browser', 'ci']);

/** The folders of this package's own packages and modules, by the names that imports use. */
const layoutOf = (facts: PackageFacts, files: PackageFiles, { roles }: ParsedPackage): Layout => ({
  files,
  unread: new Set(
    [...roles].flatMap(([path, role]) =>
      UNREAD.has(role) && languageOf(path, files.get(path) ?? new Uint8Array()) !== undefined ? [path] : [],
    ),
  ),
  folders: (ecosystem) =>
    new Map(
      facts.manifests.flatMap((manifest): [string, string][] =>
        manifest.ecosystem === ecosystem && manifest.name !== undefined
          ? [[manifest.name, folderOf(manifest.path).slice(0, -1)]]
          : [],
      ),
    ),
});

/** The surface found by running the product code, plus the signals found in its text. */
function withSignals(registered: Registered, { texts }: ParsedPackage): Surface {
  const authSignals = new Set<AuthSignal>();
  let origin = false;
  for (const file of texts) {
    const { role, text } = file;
    if ((role !== 'product' && role !== 'minified') || isFrontEnd(file)) continue;
    for (const signal of authSignalsOf(text)) authSignals.add(signal);
    origin ||= checksOrigin(text);
  }
  return { ...registered, authSignals, checksOrigin: origin };
}

/** Why the analysis is incomplete. */
interface Missing {
  readonly reasons: readonly string[];
  /** Whether the server itself is missing: product code that was not analyzed, or anything that it offers to clients. */
  readonly missesProduct: boolean;
}

const UNSEARCHED = 'not all rules were applied, because the time limit was reached';

function missingIn(
  facts: PackageFacts,
  parsed: ParsedPackage,
  problems: readonly string[],
  { registered, given }: { readonly registered: Registered; readonly given: string | undefined },
): Missing {
  if (given !== undefined) return { reasons: [given], missesProduct: true };
  const worded = (all: PackageFacts['problems']): string[] =>
    all.map(({ path, reason }) => `${path}: ${reason}`);
  const tools = missingTools(facts, parsed, registered);
  const found = new Set(registered.tools.map(({ name }) => name));
  const undeclared = [...parsed.describedTools].filter(([name]) => !found.has(name));
  const product = [
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

/** What rules see of the whole package. */
function viewOf(
  known: Pick<PackageView, 'facts' | 'surface' | 'capabilities' | 'paths'>,
  parsed: ParsedPackage,
  previous: PreviousSurface | undefined,
): PackageView {
  const texts = new Map(parsed.texts.map((file) => [file.path, file]));
  const modules = new Map(parsed.modules.map((module) => [module.path, module]));
  return {
    ...known,
    ...(previous && { previous }),
    file: (path) => texts.get(path),
    module: (path) => modules.get(path),
  };
}

/** The advisories about these versions. They are looked up while the code is parsed. */
async function advisoriesAbout(
  versions: readonly PackageVersion[],
  advisories: AnalysisOptions['advisories'],
): Promise<Advisories | undefined> {
  return typeof advisories === 'function' ? advisories(versions) : advisories;
}

/**
 * Analyzes a package. The same files, rules and advisories give the same report, byte for byte. It never throws because of a
 * package's contents; a file that cannot be read makes the report incomplete.
 */
export async function analyze(files: PackageFiles, options: AnalysisOptions = {}): Promise<Analysis> {
  const startPhase = options.onPhase ?? ((): void => undefined);
  const isLate = (phase: keyof typeof KEPT) => (): boolean => (options.timeLeft?.() ?? 1) < KEPT[phase];
  startPhase('manifests');
  const imports = new PackageImports(files);
  const facts = readPackageFacts(files, imports);
  // Several lockfiles may contain the same dependency.
  const resolved = distinct(facts.lockfiles.flatMap(({ dependencies }) => dependencies));
  const dependencies = comparedVersions(resolved);
  const lookup = advisoriesAbout(dependencies, options.advisories);
  // It may fail before it is awaited.
  lookup.catch(() => undefined);
  startPhase('parsing');
  const parsed = await parsePackage(
    files,
    [...facts.manifests.flatMap(({ entrypoints }) => entrypoints), ...launchedFiles(files, facts.manifests)],
    imports,
    facts.manifests.flatMap(({ name }) => name ?? []),
    isLate('parsing'),
  );
  startPhase('flows');
  const paths = [...files.keys()];
  const observer = new Observer({ facts, paths });
  const run = runProgram(
    parsed.modules,
    layoutOf(facts, files, parsed),
    (event) => observer.listen(event),
    isLate('flows'),
  );
  observer.gatherer.nameHandlers(run.handlers);
  startPhase('rules');
  observer.read(parsed);
  const surface = withSignals(run.registered, parsed);
  const { capabilities } = observer;
  const view = viewOf({ facts, surface, capabilities, paths }, parsed, options.previous);
  const isSearched = observer.rules.look(view, parsed.texts, isLate('rules'));
  startPhase('scores');
  const license = classifyLicense(mainManifest(facts)?.license, licenseTextOf(files));
  const advisories = await lookup;
  const missing = missingIn(facts, parsed, [...run.problems, ...(isSearched ? [] : [UNSEARCHED])], {
    registered: run.registered,
    given: options.missing,
  });
  const origins = new Origins(parsed.texts);
  const discoveries: Discoveries = {
    files,
    parsed,
    facts,
    surface: { ...surface, tools: origins.tools(surface.tools) },
    capabilities: [...observer.capabilities.keys()],
    outbound: observer.outbound,
    findings: origins.findings(findingsOf(observer.gatherer, surface, parsed)),
    incompleteReasons: missing.reasons,
    missesProduct: missing.missesProduct,
    license: license.group,
    resolved,
    ...matched(advisories, resolved),
  };
  const report = assembleReport(discoveries, license.id, assess(discoveries));
  return { report, sbom: sbomOf(discoveries, report), dependencies };
}

/** The findings with the lines that they are about, at the positions of the analyzed texts. */
function findingsOf(gatherer: FindingGatherer, surface: Surface, { texts }: ParsedPackage): Finding[] {
  const found = withoutBundled(gatherer.result(promisesOf(surface.tools)), texts);
  return withSnippets(markSuppressed(found, texts), texts);
}

/** What a table of advisories says about the dependencies. */
const matched = (
  advisories: Advisories | undefined,
  resolved: Discoveries['resolved'],
): Pick<Discoveries, 'advisoriesDay' | 'advisoryEcosystems' | 'advisories'> => ({
  advisoriesDay: advisories?.day,
  advisoryEcosystems: advisories?.ecosystems ?? new Set(),
  advisories: advisories && matchAdvisories(advisories, resolved),
});

const sbomOf = ({ facts, advisories }: Discoveries, report: AnalysisReport): CycloneDx =>
  toSbom({
    facts,
    identity: report.package,
    scannerVersion: report.toolchain.scanner_version,
    complete: report.complete,
    ...(advisories && { advisories }),
  });

/** The report for a package that could not be analyzed, with the reason. */
export const incompleteAnalysis = (reason: string): Promise<Analysis> =>
  analyze(new Map(), { missing: reason });
