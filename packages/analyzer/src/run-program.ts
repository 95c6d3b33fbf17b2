import { BudgetSpent, Interpreter } from './engine/interpreter.js';
import { entryFrame, scopeWithin } from './engine/frames.js';
import type { Entry, Event, Machine, Registration } from './engine/machine.js';
import { ModuleLoader } from './engine/module-loader.js';
import { ModulePaths } from './engine/module-paths.js';
import type { Layout } from './engine/module-system.js';
import {
  objectValue,
  taintedValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type Value,
} from './engine/value.js';
import type { Module } from './ir/program.js';
import { languageNamed } from './languages/index.js';
import { createModels } from './models/models.js';
import { SurfaceCollector } from './surface/collector.js';
import { declareToolClasses } from './surface/tool-classes.js';
import { declareToolObject } from './surface/tool-objects.js';
import { compareText } from './text-order.js';
import type { Registered } from './surface/surface.js';

/** What a run found besides the events it emitted. */
export interface ProgramRun {
  readonly registered: Registered;
  /** What was not analyzed completely, in words. */
  readonly problems: readonly string[];
}

/** Declared types of parameters that hold no text. */
const HARMLESS_TYPE = /^(?:number|bigint|boolean|bool|float(?:32|64)?|u?int(?:8|16|32|64)?)$/u;

/** Runs the modules of a package, then everything that clients reach, then functions that nothing calls. */
class ProgramRunner {
  private readonly problems = new Set<string>();
  private readonly collector = new SurfaceCollector();
  private readonly interpreter: Interpreter;
  private readonly loader: ModuleLoader;
  private handled = 0;
  private seen = 0;
  private readonly declared = new Set<ClassInfo>();

  constructor(
    private readonly modules: readonly Module[],
    layout: Layout,
    listen: (event: Event) => void,
  ) {
    const languages = new Set(modules.map(({ language }) => languageNamed(language)));
    const models = createModels(
      new Map(
        Array.from(languages, ({ traits, surface, models: table }) => [
          traits,
          { surface: surface(this.collector), table },
        ]),
      ),
    );
    this.loader = new ModuleLoader(modules, new ModulePaths(modules, layout, languageNamed), languageNamed);
    this.interpreter = new Interpreter(this.loader, models, listen);
    this.loader.connect(this.interpreter);
  }

  run(): ProgramRun {
    for (const { path } of this.modules)
      this.bounded(path, () => {
        this.loader.load(path);
      });
    this.runRegistered();
    this.runUncalled();
    return {
      registered: this.collector.result(),
      problems: [...this.problems].sort(compareText),
    };
  }

  /** Runs work with a budget and records when it exceeds it. */
  private bounded(where: string, work: () => void, kind?: Entry['kind']): void {
    this.interpreter.startEntry(kind);
    try {
      work();
    } catch (error) {
      if (error instanceof BudgetSpent) this.problems.add(`${where}: too much code to follow it to its end`);
      // The interpreter is recursive; code may nest calls deeper than its stack allows.
      else if (error instanceof RangeError) this.problems.add(`${where}: nested too deep to be followed`);
      else throw error;
    }
  }

  /** Handlers may register more handlers, and tool descriptors may be created at any time. */
  private runRegistered(): void {
    const { interpreter } = this;
    const machine: Machine = interpreter;
    do {
      this.findTools(machine);
      for (; this.handled < interpreter.registrations.length; this.handled += 1) {
        const registration = interpreter.registrations[this.handled];
        if (registration) this.runEntry(registration);
      }
    } while (this.seen < interpreter.made.length);
  }

  private runEntry(registration: Registration): void {
    const { closure, entry, arguments: given, self } = registration;
    const frame = entryFrame(entry, scopeWithin(closure.scope, this.interpreter.newId()));
    const run = (): void => void this.interpreter.run(closure, given, frame, closure.function, self);
    this.bounded(`${closure.scope.module}: ${entry.name}`, run, entry.kind);
  }

  private findTools(machine: Machine): void {
    const { made, closures } = this.interpreter;
    this.bounded('tool declarations', () => {
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
    this.bounded('tool declarations', () => {
      declareToolClasses(closures.values(), this.declared, machine, this.collector);
    });
  }

  /** Functions that nothing calls are run with unknown arguments. */
  private runUncalled(): void {
    for (let before = -1; before !== this.interpreter.ran.size;) {
      before = this.interpreter.ran.size;
      for (const closure of [...this.interpreter.closures.values()])
        if (!this.interpreter.ran.has(closure.function)) this.runUncalledOne(closure);
      this.runRegistered();
    }
  }

  private runUncalledOne(closure: Closure): void {
    const entry = { kind: 'function', name: closure.function.name } as const;
    const positional = this.loader.isExported(closure)
      ? this.sourcesOf(closure, entry)
      : closure.function.parameters.map(() => UNKNOWN);
    const self = closure.owner ? this.interpreter.instanceOf(closure.owner) : undefined;
    this.runEntry({
      entry,
      closure,
      arguments: { positional: self ? positional.slice(1) : positional, named: new Map() },
      ...(self && { self }),
    });
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
 */
export const runProgram = (
  modules: readonly Module[],
  layout: Layout,
  listen: (event: Event) => void,
): ProgramRun => new ProgramRunner(modules, layout, listen).run();
