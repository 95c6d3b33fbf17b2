import { capabilitiesOf, capabilitiesOfText } from '../facts/capabilities.js';
import { isFrontEnd } from '../facts/front-end.js';
import { OutboundCalls } from '../facts/outbound-calls.js';
import { OwnProtocol } from '../facts/protocol-versions.js';
import { readPackageFacts } from '../facts/read-package-facts.js';
import { variablesInTexts } from '../facts/start-facts.js';
import { UnresolvedCalls } from '../facts/unresolved-calls.js';
import { authSignalsOf } from '../facts/signals.js';
import type { CallEvent, Event } from '../engine/events.js';
import type { Layout } from '../engine/modules/module-system.js';
import { folderOf } from '../files/package-path.js';
import type { FileRole, PackageFiles } from '../files/source-file.js';
import { withoutBundled } from '../findings/bundled.js';
import type { Finding } from '../findings/finding.js';
import { FindingGatherer } from '../findings/finding-gatherer.js';
import { Origins } from '../findings/origins.js';
import { withSnippets } from '../findings/snippets.js';
import { markSuppressed } from '../findings/suppressions.js';
import type { McpBundle } from '../mcpb/read-bundle.js';
import { judgedLaunch } from '../mcpb/starts.js';
import type { PackageFacts } from '../packages/package-facts.js';
import { parsePackage, type ParsedPackage } from './parse-package.js';
import type { PackageView, Rule } from '../rules/rule.js';
import { RuleSet } from '../rules/rule-set.js';
import { promisesOf } from '../rules/support/promises/promised-by.js';
import { runProgram } from './run-program.js';
import { entryFiles } from '../sources/entry-files.js';
import { PackageImports } from '../sources/package-imports.js';
import { languageOf } from '../sources/language-of.js';
import type { PreviousSurface } from '../surface/previous-surface.js';
import type { AuthSignal, Capability, Registered, Surface } from '../surface/surface.js';

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
  readonly protocol = new OwnProtocol();
  readonly unresolved: UnresolvedCalls;

  constructor(
    rules: readonly Rule[],
    known: Pick<PackageView, 'facts' | 'paths'>,
    { bundles }: ParsedPackage,
  ) {
    this.unresolved = new UnresolvedCalls(new Set(bundles.map(({ path }) => path)));
    this.rules = new RuleSet(rules, known, (rule, found) => this.gatherer.add(rule, found));
  }

  listen(event: Event): void {
    if (event.kind === 'call') this.note(event);
    else if (event.kind === 'unresolved') this.unresolved.note(event);
    else this.protocol.see(event);
    this.rules.dispatch(event);
  }

  private note(event: CallEvent): void {
    this.outbound.see(event);
    this.unresolved.see(event);
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
const layoutOf = ({ facts, files, imports }: Described, { roles }: ParsedPackage): Layout => ({
  files,
  source: imports.source,
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
  dependencies: (ecosystem) =>
    new Set(
      facts.manifests
        .flatMap(({ dependencies }) => dependencies)
        .flatMap((each) => (each.ecosystem === ecosystem ? [each.name] : [])),
    ),
});

/** The surface found by running the product code, plus the kinds of authentication found in its text, if a route asks for any. */
function withSignals(registered: Registered, { texts }: ParsedPackage): Surface {
  const authSignals = new Set<AuthSignal>();
  const { listening, routes } = registered;
  const asks = [routes.anywhere(), ...listening.flatMap(({ access }) => access ?? [])].some(
    ({ authentication }) => authentication !== 'none',
  );
  if (!asks) return { ...registered, authSignals };
  for (const file of texts) {
    const { role, text } = file;
    if ((role !== 'product' && role !== 'minified') || isFrontEnd(file)) continue;
    for (const signal of authSignalsOf(text)) authSignals.add(signal);
  }
  // A credential of a kind that no words name.
  if (authSignals.size === 0) authSignals.add('api_key');
  return { ...registered, authSignals };
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

/** A package whose manifests have been read. */
export interface Described {
  readonly files: PackageFiles;
  readonly imports: PackageImports;
  readonly facts: PackageFacts;
}

/**
 * Reads the manifests and lockfiles of a package.
 * @param isNpmPackage whether it is one of npm's registry
 * @param bundle the MCP bundle that the files are of
 */
export function described(files: PackageFiles, isNpmPackage = false, bundle?: McpBundle): Described {
  const imports = new PackageImports(files, isNpmPackage);
  const facts = readPackageFacts(files, imports);
  if (bundle === undefined) return { files, imports, facts };
  const scripts = new Set(facts.manifests.flatMap((manifest) => [...manifest.scripts.keys()]));
  const launches = bundle.manifest.launches.map((launch) => judgedLaunch(launch, { files, scripts }));
  return { files, imports, facts: { ...facts, mcpb: { bundle, launches } } };
}

/** What the code of a package shows. */
export interface Examined {
  readonly parsed: ParsedPackage;
  readonly registered: Registered;
  readonly surface: Surface;
  readonly capabilities: ReadonlySet<Capability>;
  readonly outbound: OutboundCalls;
  /** The versions of the protocol that the answers of a server without an SDK name. */
  readonly ownVersions: readonly string[] | undefined;
  /** The names of the environment variables that product code reads. */
  readonly variables: ReadonlySet<string>;
  readonly findings: readonly Finding[];
  /** Those of preview rules. */
  readonly previews: readonly Finding[];
  /** What was not analyzed completely, in words. */
  readonly problems: readonly string[];
}

/** The options of an examination. */
export interface ExaminedWith {
  readonly rules: readonly Rule[];
  readonly previous: PreviousSurface | undefined;
  readonly onPhase: (phase: 'parsing' | 'flows' | 'rules') => void;
  /** Whether so much of the time is over that a phase has to end. */
  readonly isLate: (phase: 'parsing' | 'flows' | 'rules') => boolean;
}

const UNSEARCHED = 'not all rules were applied, because the time limit was reached';

/** Parses a package, runs its code and applies the rules. */
export async function examine(
  known: Described,
  { rules, previous, onPhase, isLate }: ExaminedWith,
): Promise<Examined> {
  const { files, imports, facts } = known;
  onPhase('parsing');
  const entries = entryFiles(files, facts);
  const parsed = await parsePackage(
    files,
    entries.files,
    imports,
    facts.manifests.flatMap(({ name }) => name ?? []),
    () => isLate('parsing'),
    entries.shells,
  );
  onPhase('flows');
  const paths = [...files.keys()];
  const observer = new Observer(rules, { facts, paths }, parsed);
  const run = runProgram(
    parsed.modules,
    layoutOf(known, parsed),
    (event) => observer.listen(event),
    () => isLate('flows'),
  );
  observer.gatherer.nameHandlers(run.handlers);
  onPhase('rules');
  observer.read(parsed);
  const surface = withSignals(run.registered, parsed);
  const { capabilities, outbound } = observer;
  const view = viewOf({ facts, surface, capabilities, paths }, parsed, previous);
  const isSearched = observer.rules.look(view, parsed.texts, () => isLate('rules'));
  const origins = new Origins(parsed.texts);
  const findings = origins.findings(findingsOf(observer.gatherer, surface, parsed));
  const previewed = new Set(rules.flatMap(({ id, preview }) => (preview ? [id] : [])));
  return {
    parsed,
    registered: run.registered,
    surface: { ...surface, tools: origins.tools(surface.tools) },
    capabilities: new Set(capabilities.keys()),
    outbound,
    ownVersions: observer.protocol.versions,
    variables: new Set([...run.variables, ...variablesInTexts(parsed.texts)]),
    findings: findings.filter(({ ruleId }) => !previewed.has(ruleId)),
    previews: findings.filter(({ ruleId }) => previewed.has(ruleId)),
    problems: [
      ...entries.problems.map(({ path, reason }) => `${path}: ${reason}`),
      ...run.problems,
      ...observer.unresolved.reasons(run.entries),
      ...(isSearched ? [] : [UNSEARCHED]),
    ],
  };
}

/** The findings with the lines that they are about, at the positions of the analyzed texts. */
function findingsOf(gatherer: FindingGatherer, surface: Surface, { texts }: ParsedPackage): Finding[] {
  const found = withoutBundled(gatherer.result(promisesOf(surface.tools)), texts);
  return withSnippets(markSuppressed(found, texts), texts);
}
