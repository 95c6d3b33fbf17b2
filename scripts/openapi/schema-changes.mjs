/**
 * What changes for clients between two schemas of OpenAPI 3.0. A request must stay acceptable: its schema may only become
 * wider. A response must stay readable: what clients rely on stays in it.
 *
 * @typedef {{ level: 'breaking' | 'warning', what: string }} Change
 */

const breaking = (what) => ({ level: 'breaking', what });
const warning = (what) => ({ level: 'warning', what });

/** The object that a `$ref` into its own document names, or the object itself. */
export function resolve(document, object) {
  if (object?.$ref === undefined) return object ?? {};
  const path = object.$ref.replace(/^#\//, '').split('/');
  return resolve(
    document,
    path.reduce((part, key) => part?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  );
}

/** A schema without `$ref` and `allOf`: the members of all parts in one object. */
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

// No schema of ours has them. Their parts are not compared, so each change counts.
const COMPOSED = ['oneOf', 'anyOf', 'not', 'discriminator'];

/** @returns {Change[]} */
const compositionChanges = (before, after) =>
  COMPOSED.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) =>
    breaking(`has another ${key}`),
  );

const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
const EXACT = ['pattern', 'multipleOf', 'uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum'];

/** @returns {Change[]} of the limits of a request; those of responses bind the server alone */
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

/** @returns {Change[]} of properties without a name, below `additionalProperties` */
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
  // A schema that contains itself has been compared with its namesake further out.
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
 * @param {[object, object]} documents the documents that `$ref`s lead into, before and after
 * @param {'request' | 'response'} direction who has to understand the other
 * @param {string} path what the schemas describe; the empty text for a body
 * @returns {Change[]}
 */
export const schemaChanges = (documents, direction, before, after, path) =>
  changesOf({ documents, direction, open: [] }, before ?? {}, after ?? {}, path);
