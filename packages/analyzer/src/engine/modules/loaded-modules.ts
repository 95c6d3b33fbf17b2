import type { Module } from '../../ir/program.js';
import { entryFrame } from '../calls/frames.js';
import type { Frame } from '../frame.js';
import { Flow } from '../values/flow.js';
import type { RunState } from '../values/run-state.js';
import { objectValue, type HeapObject, type Scope, type Value } from '../values/value.js';
import type { ModuleSystem, RuntimeOf } from './module-system.js';

/** A module of the package, with what its code has bound and exported so far. */
export interface LoadedModule {
  readonly module: Module;
  readonly system: ModuleSystem;
  readonly frame: Frame;
  /** The `module` object of CommonJS. */
  readonly commonJs: HeapObject;
  /** The ECMAScript exports: how to look up each name. */
  readonly exports: Map<string, () => Value | undefined>;
  readonly stars: string[];
  state: 'new' | 'loading' | 'loaded';
}

/** The variables of modules, which files of one package share: Go's. */
export class ModuleFlows {
  private readonly shared = new Map<string, Flow<Value>>();

  of(module: Module, { packages }: ModuleSystem): Flow<Value> {
    return packages ? this.named(packages.nameOf(module)) : new Flow();
  }

  private named(name: string): Flow<Value> {
    const flow = this.shared.get(name) ?? new Flow<Value>();
    this.shared.set(name, flow);
    return flow;
  }
}

/**
 * A module before its code runs.
 * @param index its place among the modules
 */
export function prepared(
  module: Module,
  index: number,
  { runtimeOf, flows, run }: { runtimeOf: RuntimeOf; flows: ModuleFlows; run: RunState },
): LoadedModule {
  const { traits, modules } = runtimeOf(module.language);
  const flow = flows.of(module, modules);
  const changes = run.assignments?.variables.get(modules.packages ? flow : module);
  const scope: Scope = {
    // Modules have negative ids, assigned before anything runs.
    id: -1 - index,
    flow,
    ...(changes && { changes }),
    module: module.path,
    traits,
    run,
    imports: new Map(),
  };
  const exported: HeapObject = { id: -1 - index, fields: new Map() };
  const commonJs: HeapObject = { id: -1 - index, fields: new Map([['exports', objectValue(exported)]]) };
  if (modules.exports === 'declared') {
    scope.flow.set('module', objectValue(commonJs));
    scope.flow.set('exports', objectValue(exported));
  }
  const frame = entryFrame({ kind: 'module', name: module.path }, scope);
  return { module, system: modules, frame, commonJs, exports: new Map(), stars: [], state: 'new' };
}
