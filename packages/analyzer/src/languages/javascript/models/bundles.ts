import { join, textOf, UNKNOWN, type HeapObject, type Value } from '../../../engine/values/value.js';
import { byName, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';

/** Functions as getters: they are called at each read of the field, since bundles declare exports before they are initialized. */
const asGetter = (value: Value): Value => ({
  ...value,
  targets: value.targets.map((target) =>
    target.kind === 'closure'
      ? { ...target, function: { ...target.function, kind: 'getter' as const } }
      : target,
  ),
});

function add(objects: readonly HeapObject[], name: string, value: Value): void {
  for (const { fields } of objects) {
    const existing = fields.get(name);
    fields.set(name, existing ? join(existing, value) : value);
  }
}

const fieldsOf = (value: Value): [string, Value][] => value.objects.flatMap(({ fields }) => [...fields]);

/** `__export(target, { name: () => name })` of esbuild. */
const exported: Model = (event) => {
  const { objects } = argument(event, 0);
  for (const [name, value] of fieldsOf(argument(event, 1))) add(objects, name, asGetter(value));
  return UNKNOWN;
};

/** `__exportStar(module, exports)` of TypeScript. */
const exportedStar: Model = (event) => {
  const { objects } = argument(event, 1);
  for (const [name, value] of fieldsOf(argument(event, 0))) if (name !== 'default') add(objects, name, value);
  return UNKNOWN;
};

/** `__toESM(require_a())`: the exports of a CommonJS module, which are its default export too. */
const asModule: Model = (event, machine) => {
  const exported = argument(event, 0);
  if (exported.objects.length === 0) return exported;
  const fields = new Map(fieldsOf(exported));
  if (!fields.has('default')) fields.set('default', exported);
  return { ...exported, objects: [...exported.objects, { id: machine.newId(), fields }] };
};

const same: Model = (event) => argument(event, 0);

/** esbuild's `__esm({ "path"() {…} })`: a function that runs the module. */
const moduleOf: Model = (event) => fieldsOf(argument(event, 0))[0]?.[1];

/** `Object.defineProperty(target, name, { value })`, or with a getter. */
const defined: Model = (event) => {
  const name = textOf(argument(event, 1));
  const target = argument(event, 0);
  const [fields] = argument(event, 2).objects;
  if (name === undefined || !fields) return target;
  const value = fields.fields.get('value');
  const getter = fields.fields.get('get');
  if (value) add(target.objects, name, value);
  if (getter) add(target.objects, name, asGetter(getter));
  return target;
};

/** Helpers that bundlers and compilers emit to combine modules in one file. */
export const BUNDLES: Readonly<Record<string, Model>> = {
  __export: exported,
  ...byName(['__exportStar', 'tslib.__exportStar', '__reExport'], exportedStar),
  __esm: moduleOf,
  __toESM: asModule,
  __toCommonJS: same,
  'Object.defineProperty': defined,
};
