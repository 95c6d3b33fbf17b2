import { HOLE } from '../../engine/expressions/texts.js';

/** A column that a statement writes, and the placeholder of its value: its index, or its name. */
interface Written {
  readonly column: string;
  readonly placeholder: number | string;
}

/** A column that a statement reads: the names that it is made of, and the name in the result. */
interface Selected {
  readonly names: readonly string[];
  readonly as: string;
}

/** What a statement of SQL stores or reads, as far as its text shows. */
export type Statement =
  | { readonly kind: 'write'; readonly table: string; readonly columns: readonly Written[] }
  | {
      readonly kind: 'read';
      readonly tables: readonly string[];
      /** Undefined for `*`. */
      readonly columns: readonly Selected[] | undefined;
    };

/** The tables in which databases keep the names of tables and columns. */
const CATALOGS =
  /\bfrom\s+(?:main\.)?(?:sqlite_(?:temp_)?(?:master|schema)|information_schema\.\w+|pg_(?:catalog\.pg_)?(?:tables|class|views)|sys\.(?:tables|objects|columns)|(?:all|user)_tables)\b/iu;
const COMPARED = /(?:([\w.]+)\s*=\s*)?((?:\?\d*|\$\d+|%s|[:@$][A-Za-z_]\w*|%\(\w+\)s)(?![\w(]))/gu;

/** Longer statements are not examined. */
const MAX_STATEMENT = 4000;

const NAME = String.raw`["'\x60\[]?[\w$]+["'\x60\]]?(?:\.["'\x60\[]?[\w$]+["'\x60\]]?)?`;
const INSERT = new RegExp(
  String.raw`^\s*(?:insert\s+(?:or\s+\w+\s+|ignore\s+)?into|replace\s+into)\s+(${NAME})\s*\(([^()]*)\)\s*values\s*\(([\s\S]*)`,
  'iu',
);
const UPDATE = new RegExp(String.raw`^\s*update\s+(${NAME})\s+set\s+([\s\S]*)`, 'iu');
const SELECT = /^\s*select\s+(?:distinct\s+)?([\s\S]*?)\sfrom\s+([\s\S]*)/iu;
const TABLES = new RegExp(String.raw`(?:^|\bjoin\s+|,\s*)(${NAME})`, 'giu');
const PLACEHOLDER = /^(?:\?(\d*)|\$(\d+)|%s|[:@$]([A-Za-z_]\w*)|%\((\w+)\)s)(?:::\w+)?$/u;

/** A name without its quotes, schema and case. */
const plain = (name: string): string =>
  (name.split('.').at(-1) ?? name).replaceAll(/[^\w$]/gu, '').toLowerCase();

/** The parts of a list between commas that are not within parentheses. */
function listed(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) break;
    if (character === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  return [...parts, part.trim()];
}

/** Finds the placeholders of values in the order of a statement. */
class Placeholders {
  private count = 0;

  /** The placeholder that a value is, if it is one. */
  take(text: string): number | string | undefined {
    const [found, question = '', dollar = '', colon = '', percent = ''] = PLACEHOLDER.exec(text) ?? [];
    if (found === undefined) return undefined;
    const name = colon + percent;
    if (name !== '') return name;
    const number = question + dollar;
    if (number !== '') return Number(number) - 1;
    this.count += 1;
    return this.count - 1;
  }
}

function written(columns: readonly string[], values: readonly string[]): readonly Written[] {
  const placeholders = new Placeholders();
  return values.flatMap((value, index) => {
    const placeholder = placeholders.take(value);
    const column = columns[index];
    return placeholder === undefined || column === undefined ? [] : [{ column: plain(column), placeholder }];
  });
}

function selected(text: string): readonly Selected[] | undefined {
  const columns = listed(text);
  if (columns.some((column) => /(?:^|\.)\*$/u.test(column))) return undefined;
  return columns.map((column) => {
    const [, expression = column, alias] =
      /^([\s\S]*?)\s+(?:as\s+)?["'`[]?(\w+)["'`\]]?$/iu.exec(column) ?? [];
    const names = [...expression.matchAll(/[A-Za-z_][\w$]*/gu)].map(([name]) => name.toLowerCase());
    return { names, as: alias ?? plain(expression) };
  });
}

/** What a statement stores or reads; undefined for others. */
export function statementOf(whole: string): Statement | undefined {
  const text = whole.slice(0, MAX_STATEMENT);
  const [, table, columns = '', values = ''] = INSERT.exec(text) ?? [];
  if (table !== undefined)
    return { kind: 'write', table: plain(table), columns: written(listed(columns), listed(values)) };
  const [, updated, set = ''] = UPDATE.exec(text) ?? [];
  if (updated !== undefined) {
    const pairs = listed(set.split(/\s(?:where|from|returning)\s/iu)[0] ?? '').map((pair) => pair.split('='));
    const names = pairs.map(([name = '']) => name.trim());
    const given = pairs.map(([, value = '']) => value.trim());
    return { kind: 'write', table: plain(updated), columns: written(names, given) };
  }
  const [, list, from = ''] = SELECT.exec(text) ?? [];
  if (list === undefined) return undefined;
  const source = from.split(/\s(?:where|order\s+by|group\s+by|limit|having)\s/iu)[0] ?? '';
  const tables = [...source.matchAll(TABLES)].map(([, name = '']) => plain(name));
  return {
    kind: 'read',
    tables: tables.filter((each) => each !== '' && each !== HOLE),
    columns: selected(list),
  };
}

/**
 * The placeholders of names that a statement looks up among those of the tables and columns that there are: where it gives a row, such a
 * name is one of them.
 */
export function namesLookedUp(whole: string): readonly (number | string)[] {
  const text = whole.slice(0, MAX_STATEMENT);
  if (!CATALOGS.test(text) || /\b(?:or|union|not)\b/iu.test(text)) return [];
  const placeholders = new Placeholders();
  return [...text.matchAll(COMPARED)].flatMap(([, column = '', place = '']) => {
    const placeholder = placeholders.take(place);
    return placeholder !== undefined && /name$/iu.test(column) ? [placeholder] : [];
  });
}
