import { Flow } from './flow.js';
import type { Entry, Frame } from './machine.js';
import type { Scope, Value } from './value.js';

/** A scope of its own within another one. */
export const scopeWithin = (parent: Scope, id: number, flow = new Flow<Value>()): Scope => ({
  id,
  parent,
  flow,
  module: parent.module,
  language: parent.language,
});

/** A frame in which a run of the program begins: nobody called it, and nothing has happened yet. */
export const entryFrame = (entry: Entry, scope: Scope): Frame => ({
  entry,
  module: scope.module,
  scope,
  depth: 0,
  alive: true,
  exits: [],
  returns: [],
});
