import { objectValue, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { apply, itemsOf } from '../../../models/callbacks.js';
import { byName, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';

const LIST = '%list';

/** `compose([…functions])`: a function that calls each of them, with its own arguments and the next function. */
const composed: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: 'koa-compose()' });
  object.fields.set(LIST, argument(event, 0));
  return objectValue(object);
};

const called: Model = (event, machine) => {
  for (const { fields } of event.callee.objects) {
    const list: Value = fields.get(LIST) ?? UNKNOWN;
    for (const each of itemsOf(list, event, machine))
      apply(each, [argument(event, 0), UNKNOWN], event, machine);
  }
  return UNKNOWN;
};

/** Libraries that compose functions. */
export const MIDDLEWARE: Readonly<Record<string, Model>> = {
  ...byName(['koa-compose', '@hono/compose.compose', 'hono/compose.compose', 'throwback.compose'], composed),
  'koa-compose()': called,
};
