import { all, itself, type Model } from '../../../models/model.js';
import { fresh } from '../../../models/data.js';
import { UNKNOWN } from '../../../engine/value.js';

const VALUE = 'reflect.Value()';

/** `reflect.New(type)`: something of a type that is not known, which is filled in later. */
const made: Model = (event, machine) => ({
  ...UNKNOWN,
  objects: [machine.allocate(event.node, event.frame, { path: VALUE })],
});

/** Values by way of their types: what is seen through `reflect` is the same thing. */
export const REFLECTION: Readonly<Record<string, Model>> = {
  ...all(['reflect.ValueOf', 'reflect.Indirect'], itself(0)),
  'reflect.New': made,
  ...all(
    ['Interface', 'Elem', 'Addr'].map((name) => `${VALUE}.${name}`),
    itself(),
  ),
  ...all(['reflect.TypeOf', 'reflect.TypeFor'], fresh),
};
