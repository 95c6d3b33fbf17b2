import _ from 'lodash';

const cache = new Map();

export function compile(source) {
  let fn = cache.get(source);
  if (!fn) {
    fn = _.template(source, { variable: 'c' });
    if (cache.size > 50) cache.clear();
    cache.set(source, fn);
  }
  return fn;
}

export function renderAll(source, contacts) {
  const fn = compile(source);
  return contacts.map((c) => ({ to: c.email, body: fn(c) }));
}
