/** The rows of the analyzer's model tables, each removed: read from the compiled tables, because loops and lists make most. */
const TABLES = { go: 'GO_MODELS', javascript: 'JAVASCRIPT_MODELS', python: 'PYTHON_MODELS' };

const fileOf = (language) => `packages/analyzer/src/languages/${language}/models/table.ts`;
const compiledOf = (language) =>
  new URL(`../../packages/analyzer/dist/languages/${language}/models/table.js`, import.meta.url);

/** Appended to a table's module, this removes a row. */
function removal(table, part, row) {
  const name = JSON.stringify(row);
  return part === 'madeOfGiven'
    ? `\n${table}.madeOfGiven.splice(${table}.madeOfGiven.indexOf(${name}), 1);\n`
    : `\ndelete ${table}.${part}[${name}];\n`;
}

/** @returns {Promise<import('./generate.mjs').Mutant[]>} */
export async function rowMutants() {
  const all = [];
  for (const [language, table] of Object.entries(TABLES)) {
    const { [table]: parts } = await import(compiledOf(language).href);
    for (const [part, rows] of Object.entries(parts)) {
      for (const row of Array.isArray(rows) ? rows : Object.keys(rows)) {
        const place = `${part} ${row}`;
        const id = `${fileOf(language)} ${place} drop-row`;
        const file = fileOf(language);
        const append = removal(table, part, row);
        all.push({ id, area: `${language} rows`, file, place, append, isAnalyzer: true });
      }
    }
  }
  return all;
}

/** Appended to a table's module, this records the rows that are used. `names` of a place, as in a mutant. */
export function rowRecorder(file) {
  const [, language] = /languages\/(\w+)\/models\/table\.ts$/u.exec(file) ?? [];
  if (!(language in TABLES)) return '';
  return `
for (const part of ['paths', 'methods', 'emitted'])
  for (const [row, model] of Object.entries(${TABLES[language]}[part] ?? {}))
    ${TABLES[language]}[part][row] = (event, machine) => {
      globalThis.mutantsReached?.(${JSON.stringify(file)} + ' ' + part + ' ' + row);
      return model(event, machine);
    };
`;
}
