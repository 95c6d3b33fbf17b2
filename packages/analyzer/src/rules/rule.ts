import type { CallEvent, Event } from '../engine/events.js';
import type { TextFile } from '../files/text-file.js';
import type { Found, RuleMetadata } from '../findings/found.js';
import type { LanguageName, Module } from '../ir/program.js';
import type { PackageFacts } from '../packages/package-facts.js';
import type { PreviousSurface } from '../surface/previous-surface.js';
import type { Capability, Surface } from '../surface/surface.js';

export type Report = (found: Found) => void;

/** Checks one call; registered under names of calls. */
export type CallCheck = (event: CallEvent, report: Report) => void;

/** A value is stored under a name: in a field of an object or in a variable. */
export type StoreEvent = Extract<Event, { kind: 'store' }>;

/** A check of the values stored under certain names. */
export interface StoreCheck {
  /** A list of names, or a predicate; its results are cached, so it must depend on the name alone. */
  readonly names: readonly string[] | ((name: string) => boolean);
  readonly check: (event: StoreEvent, report: Report) => void;
}

/** The package as known after all of its code has been interpreted. */
export interface PackageView {
  readonly facts: PackageFacts;
  readonly surface: Surface;
  /** What the code can do, each with its first location. */
  readonly capabilities: ReadonlyMap<Capability, { readonly file: string; readonly line: number }>;
  /** What the server offered at an earlier version, if that was analyzed. */
  readonly previous?: PreviousSurface;
  /** All paths of the package. */
  readonly paths: readonly string[];
  /** A file that was read as text. */
  readonly file: (path: string) => TextFile | undefined;
  /** The program of a source file that was parsed. */
  readonly module: (path: string) => Module | undefined;
}

/** The checks of a rule, by what they examine. */
export interface Checks {
  /**
   * Checks of calls, by the path of the callee (`child_process.exec`; `pg.Client()` is an instance) or by `.method`
   * when the receiver is unknown; `*` matches every call, `*=` every call with named arguments.
   */
  readonly calls?: Readonly<Record<string, CallCheck>>;
  /**
   * Checks of calls whose path or `.method` satisfies a predicate; its results are cached, so it must depend on the
   * name alone.
   */
  readonly called?: readonly { readonly names: (name: string) => boolean; readonly check: CallCheck }[];
  /** Checks of values stored under certain names; checks of every store belong in `events`. */
  readonly stores?: readonly StoreCheck[];
  /** Checks of other events during interpretation. */
  readonly events?: {
    readonly [Kind in Exclude<Event['kind'], 'call'>]?: (
      event: Extract<Event, { kind: Kind }>,
      report: Report,
    ) => void;
  };
  /** Checks each text file: product code, scripts, configuration, documents; `role` says which. */
  readonly file?: (file: TextFile, report: Report) => void;
  /** Checks the package as a whole, last. */
  readonly package?: (view: PackageView, report: Report) => void;
}

/** A vulnerability, its rating and how it is detected. Everything except the checks goes into docs/rules.md. */
export interface Rule extends RuleMetadata, Checks {
  /** What the rule detects. */
  readonly what: string;
  /** Why it matters. */
  readonly why: string;
  /** A few vulnerable lines, and their fix. */
  readonly example: {
    readonly language: LanguageName | 'json' | 'text';
    readonly bad: string;
    readonly good: string;
  };
  /** Similar code that is not reported. */
  readonly notCounted: readonly string[];
  /**
   * Stateful checks, created for each analysis; they replace the checks above.
   * @param known facts established before the code is run
   */
  readonly remembering?: (known: Pick<PackageView, 'facts' | 'paths'>) => Checks;
}
