// Writes what is found with the rows of the analyzer's model tables (packages/analyzer/test/support/rows/model-rows.json):
// node --import ./test/support/runner/register.mjs scripts/model-rows.mjs [--fresh] [--recheck]
// For rows that it does not have yet; --recheck: also for those without a probe; --fresh: for all. Review what it changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EXPECTED_FILE, rowsOf, sampleOf } from '../packages/analyzer/test/support/rows/expected.ts';
import { LANGUAGES } from '../packages/analyzer/test/support/rows/languages.ts';
import { BY_HAND, foundIn, PROBES } from '../packages/analyzer/test/support/rows/probes.ts';
import { WRITTEN } from '../packages/analyzer/test/support/rows/written.ts';

const { values } = parseArgs({ options: { fresh: { type: 'boolean' }, recheck: { type: 'boolean' } } });
/** Probes that differ, kept for each row. */
const KEPT = 2;
/** Rows of one program, and probes tried at once. */
const ROWS = 20;
const STAGE = 4;

/** Runs something as if a table had no such rows. */
async function without(table, keys, work) {
  const removed = keys.map((key) => {
    const { part, row } = sampleOf(key, '');
    const model = table[part][row];
    Reflect.deleteProperty(table[part], row);
    return { part, row, model };
  });
  try {
    return await work();
  } finally {
    for (const { part, row, model } of removed) table[part][row] = model;
  }
}

/** Rows in groups in which no path begins with another, so that all of a group can be absent at once. */
function groupsOf(keys, probes) {
  // These call other rows too.
  if (probes.includes(BY_HAND)) return keys.map((key) => [key]);
  const groups = [];
  for (const key of keys) {
    const related = (other) => other.startsWith(`${key}(`) || key.startsWith(`${other}(`);
    const free = groups.find((group) => group.length < ROWS && !group.some(related));
    if (free) free.push(key);
    else groups.push([key]);
  }
  return groups;
}

async function stage(language, keys, probes, found) {
  for (const group of groupsOf(keys, probes)) {
    const samples = group.flatMap((key) => probes.map((probe) => sampleOf(key, probe)));
    const withRows = await foundIn(language, samples);
    const withoutRows = await without(language.table, group, () => foundIn(language, samples));
    samples.forEach(({ part, row, probe }, index) => {
      const own = (found[`${part} ${row}`] ??= {});
      const isNew = !Object.values(own).includes(withRows[index]);
      if (withRows[index] !== withoutRows[index] && Object.keys(own).length < KEPT && isNew)
        own[probe] = withRows[index];
    });
  }
}

const read = () => {
  try {
    return JSON.parse(readFileSync(EXPECTED_FILE, 'utf8'));
  } catch {
    return {};
  }
};

const expected = values.fresh ? {} : read();
for (const language of LANGUAGES) {
  const known = expected[language.name] ?? {};
  const rows = rowsOf(language);
  const isDue = (key) =>
    !known[key] || (values.recheck && (Object.keys(known[key]).length === 0 || BY_HAND in known[key]));
  const found = Object.fromEntries(
    rows.flatMap((key) => (known[key] && !isDue(key) ? [[key, known[key]]] : [])),
  );
  const due = rows.filter(isDue);
  const names = [BY_HAND, ...Object.keys(PROBES)];
  for (let index = 0; index < names.length; index += index === 0 ? 1 : STAGE) {
    // One that differs is enough after the usual probes.
    const enough = index < STAGE * 2 ? KEPT : 1;
    const stillDue = (key) => Object.keys(found[key] ?? {}).length < enough;
    // What a client does to a request needs a client, so its probes are by hand.
    const isByHand = (key) => WRITTEN[language.name]?.[key] !== undefined;
    const left = due.filter(
      (key) => stillDue(key) && (index === 0 ? isByHand(key) : !key.startsWith('emitted ')),
    );
    console.log(
      `${language.name}: ${left.length} of ${rows.length} rows, ${names.slice(index, index === 0 ? 1 : index + STAGE).join(', ')}`,
    );
    await stage(language, left, names.slice(index, index === 0 ? 1 : index + STAGE), found);
    expected[language.name] = Object.fromEntries(rows.map((key) => [key, found[key] ?? {}]));
    writeFileSync(EXPECTED_FILE, `${JSON.stringify(expected, null, 1)}\n`);
  }
}
