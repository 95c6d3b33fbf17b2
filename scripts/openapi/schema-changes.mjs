/**
 * Changes between two schemas of OpenAPI 3.0 that affect clients. Requests must stay valid: their schema may only be widened.
 * Responses must stay readable: whatever clients rely on must remain.
 *
 * @typedef {{ level: 'breaking' | 'warning', what: string }} Change
 */

const breaking = (what) => ({ level: 'breaking', what });
const warning = (what) => ({ level: 'warning', what });

/** Resolves a `$ref` within its document; returns other objects unchanged. */
export function resolve(document, object) {
  if (object?.$ref === undefined) return object ?? {};
  const path = object.$ref.replace(/^#\//, '').split('/');
  return resolve(
    document,
    path.reduce((part, key) => part?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  );
}

/** A schema without `$ref` and `allOf`: the members of all parts merged into one object. */
function flatten(document, schema) {
  const { allOf = [], ...own } = resolve(document, schema);
  return [...allOf.map((part) => flatten(document, part)), own].reduce(
    (merged, part) => ({
      ...merged,
      ...part,
      properties: { ...merged.properties, ...part.properties },
      required: [...(merged.required ?? []), ...(part.required ?? [])],
    }),
    {},
  );
}

const list = (values) => values.map((value) => JSON.stringify(value)).join(', ');

/** @returns {Change[]} of the values that an `enum` allows; a schema without one allows all */
function enumChanges({ enum: old }, { enum: now }, direction) {
  if (direction === 'request') {
    if (now === undefined) return [];
    if (old === undefined) return [breaking(`takes only ${list(now)}`)];
    const gone = old.filter((value) => !now.includes(value));
    return gone.length > 0 ? [breaking(`no longer takes ${list(gone)}`)] : [];
  }
  if (old === undefined) return [];
  if (now === undefined) return [warning('may be any value, no longer one of a list')];
  const added = now.filter((value) => !old.includes(value));
  return added.length > 0 ? [warning(`may be ${list(added)} as well`)] : [];
}

const isWider = (narrow, wide) => wide === undefined || (wide === 'number' && narrow === 'integer');

const formatOf = ({ format }) => (format === undefined ? 'no format' : `the format ${format}`);

/** @returns {Change[]} */
function typeChanges(before, after, direction) {
  const changes = [];
  const wider = direction === 'request' ? [before, after] : [after, before];
  if (before.type !== after.type && !isWider(wider[0].type, wider[1].type))
    changes.push(breaking(`is ${after.type ?? 'of any type'} instead of ${before.type ?? 'of any type'}`));
  const [narrow, wide] = wider;
  if (wide.format !== undefined && narrow.format !== wide.format)
    changes.push(breaking(`has ${formatOf(after)} instead of ${before.format ?? 'any'}`));
  if (narrow.nullable === true && wide.nullable !== true)
    changes.push(breaking(direction === 'request' ? 'must not be null any more' : 'may be null'));
  return changes;
}

// Our schemas use none of these. Their parts are not compared, so that every change counts.
const COMPOSED = ['oneOf', 'anyOf', 'not', 'discriminator'];

/** @returns {Change[]} */
const compositionChanges = (before, after) =>
  COMPOSED.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) =>
    breaking(`has another ${key}`),
  );

const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
const EXACT = ['pattern', 'multipleOf', 'uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum'];

/** @returns {Change[]} of the limits of a request; those of responses only bind the server */
function limitChanges(before, after) {
  const stricter = (key) => {
    const [old, now] = [before[key], after[key]];
    if (now === undefined || now === false || now === old) return false;
    if (old === undefined || EXACT.includes(key)) return true;
    return UPPER.includes(key) ? now < old : now > old;
  };
  return [...UPPER, ...LOWER, ...EXACT]
    .filter(stricter)
    .map((key) => breaking(`has the ${key} ${after[key]} instead of ${before[key] ?? 'none'}`));
}

/** @returns {Change[]} of the presence of one property */
function propertyChanges(name, before, after, direction) {
  const [was, is] = [name in before.properties, name in after.properties];
  const [mustBefore, must] = [before.required.includes(name), after.required.includes(name)];
  if (direction === 'response') {
    if (was && !is) return [breaking('is gone')];
    return was && mustBefore && !must ? [breaking('may be missing')] : [];
  }
  if (must && !mustBefore) return [breaking(was ? 'is required now' : 'is new and required')];
  if (was && !is) {
    return [
      after.additionalProperties === false ? breaking('is refused') : warning('has no effect any more'),
    ];
  }
  return [];
}

/** @returns {Change[]} of `additionalProperties` */
function mapChanges(context, before, after, path) {
  const [old, now] = [before.additionalProperties, after.additionalProperties];
  if (now === false && old !== false && old !== undefined) return [at(path, breaking('takes no other keys'))];
  if (context.direction === 'request' && now === false && old === undefined && before.type === 'object')
    return [at(path, breaking('takes no other keys'))];
  if (typeof old === 'object' && typeof now === 'object') return changesOf(context, old, now, `${path}{}`);
  return [];
}

const at = (path, { level, what }) => ({ level, what: `${path === '' ? 'the body' : path} ${what}` });

/** @returns {Change[]} */
function changesOf(context, oldSchema, newSchema, path) {
  const { documents, direction, open } = context;
  // A recursive schema has been compared with its counterpart at an outer level.
  const pair = JSON.stringify([oldSchema.$ref, newSchema.$ref]);
  if (oldSchema.$ref !== undefined && open.includes(pair)) return [];
  const inner = { ...context, open: [...open, pair] };
  const [before, after] = [flatten(documents[0], oldSchema), flatten(documents[1], newSchema)];
  const own = [
    ...typeChanges(before, after, direction),
    ...compositionChanges(before, after),
    ...enumChanges(before, after, direction),
    ...(direction === 'request' ? limitChanges(before, after) : []),
  ].map((change) => at(path, change));
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  const properties = [...names].flatMap((name) => {
    const below = path === '' ? name : `${path}.${name}`;
    const [old, now] = [before.properties[name], after.properties[name]];
    return [
      ...propertyChanges(name, before, after, direction).map((change) => at(below, change)),
      ...(old !== undefined && now !== undefined ? changesOf(inner, old, now, below) : []),
    ];
  });
  const items = before.items && after.items ? changesOf(inner, before.items, after.items, `${path}[]`) : [];
  return [...own, ...properties, ...mapChanges(inner, before, after, path), ...items];
}

/**
 * Compares the schemas of a body or a parameter.
 * @param {[object, object]} documents the documents for resolving `$ref`s, before and after
 * @param {'request' | 'response'} direction whether clients send or receive it
 * @param {string} path the described value; empty for a body
 * @returns {Change[]}
 */
export const schemaChanges = (documents, direction, before, after, path) =>
  changesOf({ documents, direction, open: [] }, before ?? {}, after ?? {}, path);
