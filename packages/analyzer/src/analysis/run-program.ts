import { EquivalentEntries } from '../engine/run/equivalent-entries.js';
import { ComputedImports } from '../engine/modules/computed-imports.js';
import { Interpreter } from '../engine/run/interpreter.js';
import { BudgetSpent, StageSpent, WorkBudget } from '../engine/run/work-budget.js';
import { VARIABLES_READ } from '../engine/expressions/environment.js';
import { entryFrame, scopeWithin } from '../engine/calls/frames.js';
import type { Event, Registration } from '../engine/events.js';
import type { Entry, Frame } from '../engine/frame.js';
import type { Machine } from '../engine/machine.js';
import { ModuleLoader } from '../engine/modules/module-loader.js';
import { ModulePaths } from '../engine/modules/module-paths.js';
import type { Layout } from '../engine/modules/module-system.js';
import { OuterReads } from '../engine/calls/outer-reads.js';
import type { Traits } from '../engine/values/traits.js';
import {
  objectValue,
  taintedValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type Value,
} from '../engine/values/value.js';
import { printablePath } from '../findings/printable.js';
import type { FunctionDefinition, Module } from '../ir/program.js';
import { languageNamed } from '../languages/index.js';
import type { Language } from '../languages/language.js';
import { createModels } from '../models/models.js';
import { SurfaceCollector } from '../surface/surface-collector.js';
import { declareToolClasses } from '../surface/tool-classes.js';
import { toolsOfHandlers } from '../surface/tools-of-handlers.js';
import { declareExportedHandlers } from '../surface/exported-handlers.js';
import { declareToolModule } from '../surface/tool-modules.js';
import { declareToolObject } from '../surface/tool-objects.js';
import { compareText } from '../common/text-order.js';
import type { Registered } from '../surface/surface.js';

/** What a run found besides the events it emitted. */
export interface ProgramRun {
  readonly registered: Registered;
  /** The tools that functions handle. */
  readonly handlers: ReadonlyMap<FunctionDefinition, ReadonlySet<string>>;
  /** What functions handle that clients reach. */
  readonly entries: ReadonlyMap<FunctionDefinition, readonly Entry[]>;
  /** The names of the environment variables that the code reads. */
  readonly variables: ReadonlySet<string>;
  /** What was not analyzed completely, in words. */
  readonly problems: readonly string[];
}

/**
 * The share of the work of an analysis that may be used up by the end of each stage, so that loading a large package leaves work
 * for what clients reach.
 */
const STAGES = { modules: 0.5, handlers: 0.9, functions: 1 } as const;
/** Declared types of parameters that hold no text. */
const HARMLESS_TYPE = /^(?:number|bigint|boolean|bool|float(?:32|64)?|u?int(?:8|16|32|64)?)$/u;

type Budget = Parameters<WorkBudget['startEntry']>[0];

const whereOf = ({ closure, entry }: Registration): string =>
  [closure.scope.module, entry.name].filter((part) => part !== '').join(': ');

/** Runs the modules of a package, then everything that clients reach, then functions that nothing calls. */
class ProgramRunner {
  private readonly problems = new Set<string>();
  private readonly collector = new SurfaceCollector();
  private readonly interpreter: Interpreter;
  private readonly loader: ModuleLoader;
  private readonly computed: ComputedImports;
  private readonly languages: ReadonlyMap<Traits, Language>;
  private readonly alike = new EquivalentEntries();
  private seen = 0;
  /** Functions without a known caller that exceeded their budget; they are run again at the end. */
  private readonly unfinished: Registration[] = [];
  /** For each handler, how often a client's value had been stored when it ran. */
  private readonly writesBefore = new Map<Registration, number>();
  private readonly declared = new Set<ClassInfo>();
  /** Set when the work or the time of the current stage is used up. */
  private spent: StageSpent['limit'] | undefined;

  constructor(
    private readonly modules: readonly Module[],
    layout: Layout,
    listen: (event: Event) => void,
    private readonly work: WorkBudget,
  ) {
    const languages = modules.map(({ language }) => languageNamed(language));
    this.languages = new Map(languages.map((language) => [language.traits, language]));
    const models = createModels(
      new Map(
        Array.from(this.languages, ([traits, { surface, models: table }]) => [
          traits,
          { surface: surface(this.collector), table },
        ]),
      ),
    );
    const paths = new ModulePaths(modules, layout, languageNamed);
    this.computed = new ComputedImports(layout, languageNamed);
    this.loader = new ModuleLoader(modules, paths, languageNamed, this.computed);
    const { access } = this.collector;
    const observe = (event: Event): void => {
      access.see(event);
      listen(event);
    };
    this.interpreter = new Interpreter(this.loader, models, observe, work);
    this.loader.connect(this.interpreter);
  }

  run(): ProgramRun {
    this.startStage('modules');
    for (const [index, { path }] of this.modules.entries()) {
      if (this.spent) {
        this.leave(this.modules.length - index, 'files were not run');
        break;
      }
      this.bounded(path, 'module', () => {
        this.loader.load(path);
      });
    }
    this.runWriters();
    this.findToolModules();
    this.startStage('handlers');
    this.runRegistered();
    this.startStage('functions');
    this.runUncalled();
    this.runAgain();
    for (const path of this.computed.unread)
      this.problems.add(
        `${printablePath(path)}: is loaded under a name that is computed, and was not analyzed`,
      );
    const registered = this.collector.result();
    const objects = this.interpreter.made.map(({ object }) => object);
    return {
      registered,
      handlers: toolsOfHandlers(registered.tools, objects),
      entries: this.interpreter.queue.entries,
      variables: this.loader.run.of(VARIABLES_READ),
      problems: [...this.problems].sort(compareText),
    };
  }

  private isSpent(): boolean {
    return this.spent !== undefined;
  }

  private startStage(stage: keyof typeof STAGES): void {
    this.work.startStage(STAGES[stage]);
    // Time that is over stays over.
    if (this.spent === 'work') this.spent = undefined;
  }

  /** Records what was left out when the work or the time was used up. */
  private leave(count: number, what: string): void {
    if (count === 0) return;
    const why = this.spent === 'time' ? 'the time limit was reached' : 'the package has too much code';
    this.problems.add(`${what}, because ${why}: ${count}`);
  }

  /**
   * Runs work with a budget and records when it exceeds it.
   * @returns false if it exceeded that of its first run, and nothing was recorded
   */
  private bounded(where: string, budget: Budget, work: () => void): boolean {
    this.work.startEntry(budget);
    try {
      work();
    } catch (error) {
      if (error instanceof StageSpent) this.spent = error.limit;
      // The interpreter is recursive; code may nest calls deeper than its stack allows.
      else if (error instanceof RangeError) this.problems.add(`${where}: nested too deep to be followed`);
      else if (!(error instanceof BudgetSpent)) throw error;
      else if (budget === 'function') return false;
      if (error instanceof BudgetSpent || error instanceof StageSpent) this.leaveUnfinished(where);
    }
    return true;
  }

  private leaveUnfinished(where: string): void {
    this.problems.add(`${where}: too much code to follow it to its end`);
  }

  /** Handlers may register more handlers, and tool descriptors may be created at any time. */
  private runRegistered(): void {
    const { interpreter } = this;
    const machine: Machine = interpreter;
    do {
      this.findTools(machine);
      while (!this.spent) {
        const registration = interpreter.queue.next();
        if (!registration) break;
        this.writesBefore.set(registration, registration.closure.scope.run.writes);
        this.runEntry(registration);
      }
    } while (this.seen < interpreter.made.length && !this.spent);
  }

  private runEntry(registration: Registration, isAgain = false): void {
    const { closure, entry } = registration;
    const frame = entryFrame(entry, scopeWithin(closure.scope, this.interpreter.newId()));
    const run = (): void => this.enter(registration, frame);
    const isDispatcher = entry.kind === 'tool' && entry.name === '';
    const first = isDispatcher ? 'dispatcher' : entry.kind === 'function' ? 'function' : 'handler';
    const budget = isAgain ? 'again' : first;
    this.interpreter.queue.during(registration, () => {
      if (!this.bounded(whereOf(registration), budget, run)) this.unfinished.push(registration);
    });
  }

  private enter(registration: Registration, frame: Frame): void {
    const { alike, interpreter } = this;
    if (alike.hasRun(registration, interpreter)) return;
    const { closure, arguments: given, self } = registration;
    const reads = new OuterReads(frame.scope.id);
    alike.enter(registration, reads);
    interpreter.noting(reads, () => void interpreter.run(closure, given, frame, closure.function, self));
  }

  private findToolModules(): void {
    this.bounded('tool modules', 'handler', () => {
      for (const { path } of this.modules) {
        const frame = this.loader.frameOf(path);
        if (!frame) continue;
        declareToolModule(frame, this.interpreter, this.collector);
        declareExportedHandlers(frame, this.interpreter, this.collector);
      }
    });
  }

  /**
   * Clients call handlers in any order and repeatedly: those that ran before another one stored a client's value run once more.
   * Nothing is interpreted again where the variables that a function reads are unchanged.
   */
  private runAgain(): void {
    for (const [registration, writes] of this.writesBefore) {
      if (this.isSpent()) return;
      if (registration.closure.scope.run.writes > writes) this.runEntry(registration);
    }
  }

  private findTools(machine: Machine): void {
    const { made, closures } = this.interpreter;
    this.bounded('tool declarations', 'handler', () => {
      while (this.seen < made.length) {
        const each = made[this.seen];
        // Incremented first, so that an object that exhausts the budget is not visited again.
        this.seen += 1;
        if (!each) continue;
        const { object, node, frame } = each;
        const event = { frame, node: node as never };
        declareToolObject(objectValue(object), event, machine, this.collector);
      }
    });
    this.bounded('tool declarations', 'handler', () => {
      declareToolClasses(closures.values(), this.declared, machine, this.collector);
      this.collector.settleOffers();
    });
  }

  /**
   * Functions that nothing has called so far and that write variables of a module: handlers run after them, so that
   * they see the connection that one opens, or the option that another one stores.
   */
  private runWriters(): void {
    const { interpreter, loader } = this;
    const handlers = new Set(interpreter.queue.functions);
    for (const closure of [...interpreter.closures.values()]) {
      if (this.isSpent()) return;
      const { function: definition } = closure;
      if (!loader.assignments.writers.has(definition)) continue;
      if (!interpreter.ran.has(definition) && !handlers.has(definition)) this.runUncalledOne(closure);
    }
  }

  /** Functions that nothing calls are run with unknown arguments. */
  private runUncalled(): void {
    const { ran, closures, queue } = this.interpreter;
    for (let before = -1; before !== ran.size && !this.isSpent();) {
      before = ran.size;
      for (const closure of [...closures.values()])
        if (!ran.has(closure.function) && !this.isSpent()) this.runUncalledOne(closure);
      this.runRegistered();
    }
    for (const registration of this.unfinished.splice(0))
      if (this.isSpent()) this.leaveUnfinished(whereOf(registration));
      else this.runEntry(registration, true);
    if (!this.isSpent()) this.runRegistered();
    if (!this.isSpent()) return;
    this.leave(queue.left, 'handlers were not followed');
    const left = [...closures.keys()].filter((definition) => !ran.has(definition)).length;
    this.leave(left, 'functions that nothing calls were not followed');
  }

  private runUncalledOne(closure: Closure): void {
    const { name } = closure.function;
    const given = this.requestFor(closure);
    const self = closure.owner ? this.interpreter.instanceOf(closure.owner) : undefined;
    const receiver = self && { self };
    if (given) {
      const request = { positional: given, named: new Map() };
      this.runEntry({ entry: { kind: 'route', name }, closure, arguments: request, ...receiver });
      return;
    }
    const entry = { kind: 'function', name } as const;
    const positional = this.loader.isExported(closure)
      ? this.sourcesOf(closure, entry)
      : closure.function.parameters.map(() => UNKNOWN);
    this.runEntry({
      entry,
      closure,
      arguments: { positional: self ? positional.slice(1) : positional, named: new Map() },
      ...receiver,
    });
  }

  /** What frameworks pass to a function that handles requests. */
  private requestFor(closure: Closure): readonly Value[] | undefined {
    const language = this.languages.get(closure.scope.traits);
    let given: readonly Value[] | undefined;
    this.bounded(closure.scope.module, 'function', () => {
      given = language?.requestArguments(closure, this.interpreter, this.collector);
    });
    return given;
  }

  /** The parameters of an exported function, each a source. */
  private sourcesOf({ function: { parameters, line }, scope }: Closure, entry: Entry): Value[] {
    return parameters.map(({ pattern, rest, type }) => {
      const name = pattern.kind === 'bind' ? pattern.name : 'options';
      const at = { module: scope.module, entry };
      const isText = !rest && !(type?.kind === 'name' && HARMLESS_TYPE.test(type.name));
      return !isText
        ? UNKNOWN
        : taintedValue([this.interpreter.source('exported-parameter', name, at, line)]);
    });
  }
}

/**
 * Runs a program and emits its events.
 * @param modules in an order that depends on their paths alone
 * @param listen called with each event, in execution order
 * @param isLate whether the clock ends the analysis, as a last resort
 */
export const runProgram = (
  modules: readonly Module[],
  layout: Layout,
  listen: (event: Event) => void,
  isLate: () => boolean = () => false,
): ProgramRun => new ProgramRunner(modules, layout, listen, new WorkBudget(isLate)).run();
