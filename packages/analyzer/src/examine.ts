import { capabilitiesOf, capabilitiesOfText } from './facts/capabilities.js';
import { isFrontEnd } from './facts/front-end.js';
import { OutboundCalls } from './facts/outbound-calls.js';
import { readPackageFacts } from './facts/read-package-facts.js';
import { authSignalsOf, checksOrigin } from './facts/signals.js';
import type { CallEvent, Event } from './engine/machine.js';
import type { Layout } from './engine/module-system.js';
import { folderOf } from './files/package-path.js';
import type { FileRole, PackageFiles } from './files/source-file.js';
import { withoutBundled } from './findings/bundled.js';
import type { Finding } from './findings/finding.js';
import { FindingGatherer } from './findings/gather.js';
import { Origins } from './findings/origins.js';
import { withSnippets } from './findings/snippets.js';
import { markSuppressed } from './findings/suppressions.js';
import type { PackageFacts } from './packages/package-facts.js';
import { parsePackage, type ParsedPackage } from './parse-package.js';
import { ALL_RULES } from './rules/all-rules.js';
import type { PackageView } from './rules/rule.js';
import { RuleSet } from './rules/rule-set.js';
import { promisesOf } from './rules/support/promises/promised-by.js';
import { runProgram } from './run-program.js';
import { entryFiles } from './sources/entry-files.js';
import { PackageImports } from './sources/imports.js';
import { languageOf } from './sources/language-of.js';
import type { PreviousSurface } from './surface/previous-surface.js';
import type { AuthSignal, Capability, Registered, Surface } from './surface/surface.js';

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
 */
export function described(files: PackageFiles, isNpmPackage = false): Described {
  const imports = new PackageImports(files, isNpmPackage);
  return { files, imports, facts: readPackageFacts(files, imports) };
}

/** What the code of a package shows. */
export interface Examined {
  readonly parsed: ParsedPackage;
  readonly registered: Registered;
  readonly surface: Surface;
  readonly capabilities: ReadonlySet<Capability>;
  readonly outbound: OutboundCalls;
  readonly findings: readonly Finding[];
  /** What was not analyzed completely, in words. */
  readonly problems: readonly string[];
}

/** The options of an examination. */
export interface ExaminedWith {
  readonly previous: PreviousSurface | undefined;
  readonly onPhase: (phase: 'parsing' | 'flows' | 'rules') => void;
  /** Whether so much of the time is over that a phase has to end. */
  readonly isLate: (phase: 'parsing' | 'flows' | 'rules') => boolean;
}

const UNSEARCHED = 'not all rules were applied, because the time limit was reached';

/** Parses a package, runs its code and applies the rules. */
export async function examine(
  known: Described,
  { previous, onPhase, isLate }: ExaminedWith,
): Promise<Examined> {
  const { files, imports, facts } = known;
  onPhase('parsing');
  const entries = entryFiles(files, facts.manifests);
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
  const observer = new Observer({ facts, paths });
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
  return {
    parsed,
    registered: run.registered,
    surface: { ...surface, tools: origins.tools(surface.tools) },
    capabilities: new Set(capabilities.keys()),
    outbound,
    findings: origins.findings(findingsOf(observer.gatherer, surface, parsed)),
    problems: [
      ...entries.problems.map(({ path, reason }) => `${path}: ${reason}`),
      ...run.problems,
      ...(isSearched ? [] : [UNSEARCHED]),
    ],
  };
}

/** The findings with the lines that they are about, at the positions of the analyzed texts. */
function findingsOf(gatherer: FindingGatherer, surface: Surface, { texts }: ParsedPackage): Finding[] {
  const found = withoutBundled(gatherer.result(promisesOf(surface.tools)), texts);
  return withSnippets(markSuppressed(found, texts), texts);
}
