import type { CallEvent, Event, Frame } from '../engine/machine.js';
import type { Taint } from '../engine/taint.js';
import type { FileRole } from '../files/source-file.js';
import type { LanguageName, Lines } from '../ir/program.js';
import type { PackageFacts } from '../packages/package-facts.js';
import type { Capability } from '../surface/surface.js';
import type { Confidence, Severity } from '../findings/finding.js';
import type { VulnerabilityClass } from '../findings/classes.js';
import type { Surface } from '../surface/surface.js';

/** What a rule has found, before it is put into the form of the report. */
export interface Found {
  /** Where: a place in code that was run, or in a file. */
  readonly at: Frame | { readonly file: string };
  readonly lines: Lines;
  /** What is wrong here, in a sentence; it may name the tool and parameter but shows no secret. */
  readonly description: string;
  /** What is misused, in a form that does not change with the lines around it: `subprocess.run`. Part of the fingerprint. */
  readonly sink: string;
  /** What flows into it; its way is the finding's trace. */
  readonly taint?: Taint;
  /** Where its way ends, when it is reported at another location. */
  readonly end?: { readonly file: string; readonly line: number };
  /** Where they differ from the rule's. */
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  /** The tool that it is about, when the place does not tell. */
  readonly tool?: string;
  /** The server's resource that it is about. */
  readonly resource?: string;
}

export type Report = (found: Found) => void;

/** Looks at a call, which is one of those under whose names the check is listed. */
export type CallCheck = (event: CallEvent, report: Report) => void;

/** Something is stored under a name: as a field of an object, in a variable. */
export type StoreEvent = Extract<Event, { kind: 'store' }>;

/** Looks at what is stored under some names. */
export interface StoreCheck {
  /** Which names: listed, or told by a test; it depends on the name alone, as its answers are kept. */
  readonly names: readonly string[] | ((name: string) => boolean);
  readonly check: (event: StoreEvent, report: Report) => void;
}

/** A file as a text. */
export interface TextFile {
  readonly path: string;
  readonly role: FileRole;
  readonly language: LanguageName | undefined;
  readonly text: string;
  /** Its lines, without their ends. */
  readonly lines: readonly string[];
}

/** What is known of the whole package when all of its code has been run. */
export interface PackageView {
  readonly facts: PackageFacts;
  readonly surface: Surface;
  /** What the code can do, and the first location where it does. */
  readonly capabilities: ReadonlyMap<Capability, { readonly file: string; readonly line: number }>;
  /** All paths of the package. */
  readonly paths: readonly string[];
  /** A file that was read as a text. */
  readonly file: (path: string) => TextFile | undefined;
}

/** What a rule looks at. */
export interface Checks {
  /**
   * Checks of calls, by the path of what is called (`child_process.exec`; `pg.Client()` stands for an instance), or by
   * `.method` for methods of receivers that are not known; `*` are all calls, `*=` those that name an argument.
   */
  readonly calls?: Readonly<Record<string, CallCheck>>;
  /** Checks of calls whose path or `.method` passes a test; it depends on the name alone, as its answers are kept. */
  readonly called?: readonly { readonly names: (name: string) => boolean; readonly check: CallCheck }[];
  /** Checks of what is stored under names that matter; those of everything that is stored are among the events. */
  readonly stores?: readonly StoreCheck[];
  /** Checks of other things that happen while the code is run. */
  readonly events?: {
    readonly [Kind in Exclude<Event['kind'], 'call'>]?: (
      event: Extract<Event, { kind: Kind }>,
      report: Report,
    ) => void;
  };
  /** Looks at each file as a text: product code, scripts, configuration, documents; the role says which. */
  readonly file?: (file: TextFile, report: Report) => void;
  /** Looks at the package as a whole, at the end. */
  readonly package?: (view: PackageView, report: Report) => void;
}

/** Something that is wrong, how bad it is, and how it is found. Everything but the checks goes into docs/rules.md. */
export interface Rule extends Checks {
  /** `MCP-<letter><3 digits>`; the letter is the class. */
  readonly id: string;
  readonly class: VulnerabilityClass;
  readonly title: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** The number of the CWE. */
  readonly cwe: number;
  /** CVSS 3.1 base vector, `AV:N/AC:L/…`. */
  readonly cvss: string;
  /** What is looked for. */
  readonly what: string;
  /** Why it matters. */
  readonly why: string;
  /** A few lines that show it, and the same put right. */
  readonly example: {
    readonly language: LanguageName | 'json' | 'text';
    readonly bad: string;
    readonly good: string;
  };
  /** What to do about it: the finding's remediation. */
  readonly fix: string;
  /** What looks alike and is not counted. */
  readonly notCounted: readonly string[];
  /**
   * Checks that remember what they have seen: made for each analysis, in place of those above.
   * @param known what is known of the package before its code is run
   */
  readonly remembering?: (known: Pick<PackageView, 'facts' | 'paths'>) => Checks;
}
