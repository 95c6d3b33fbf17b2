interface Rule {
  readonly form: RegExp;
  /** What to do instead (ADR 111). */
  readonly instead: string;
}

const TABLE = String.raw`(?:ONLY\s+)?(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"?(\w+)"?`;

/** Forms that hold a lock on an existing table for as long as its rows take. The first group is the table, if there is one. */
const SLOW_FORMS: readonly Rule[] = [
  {
    form: new RegExp(
      String.raw`\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)(?:IF\s+NOT\s+EXISTS\s+)?\S+\s+ON\s+${TABLE}`,
      'gi',
    ),
    instead: 'build the index with buildIndex, in a migration of its own without a transaction',
  },
  {
    form: new RegExp(String.raw`\bREINDEX\s+(?:INDEX|TABLE)\s+(?!CONCURRENTLY)${TABLE}`, 'gi'),
    instead: 'REINDEX … CONCURRENTLY, without a transaction',
  },
  {
    form: new RegExp(String.raw`\bALTER\s+TABLE\s+${TABLE}[^;]*?\bTYPE\b`, 'gi'),
    instead: 'add a column, fill it in batches, and drop the old one later',
  },
  {
    form: new RegExp(String.raw`\bALTER\s+TABLE\s+${TABLE}[^;]*?\bSET\s+NOT\s+NULL\b`, 'gi'),
    instead:
      'ADD CONSTRAINT … CHECK (… IS NOT NULL) NOT VALID, and VALIDATE CONSTRAINT in the next migration',
  },
  {
    form: new RegExp(
      String.raw`\bALTER\s+TABLE\s+${TABLE}[^;]*?\bADD\s+COLUMN\b[^;,]*?\bNOT\s+NULL\b(?![^;,]*\bDEFAULT\b)(?<!\bDEFAULT\b[^;,]*)`,
      'gi',
    ),
    instead: 'give the column a constant default',
  },
  {
    form: new RegExp(
      String.raw`\bALTER\s+TABLE\s+${TABLE}[^;]*?\bADD\s+COLUMN\b[^;]*?\b(?:DEFAULT\s+(?:gen_random_uuid|random|clock_timestamp|nextval)\b|GENERATED\b[^;]*\bSTORED\b|(?:big|small)?serial\b)`,
      'gi',
    ),
    instead: 'add the column without it, and fill it in batches: this one rewrites the table',
  },
  {
    form: new RegExp(
      String.raw`\bALTER\s+TABLE\s+${TABLE}[^;]*?\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:FOREIGN\s+KEY|CHECK)\b(?![^;]*\bNOT\s+VALID\b)`,
      'gi',
    ),
    instead: 'NOT VALID, and VALIDATE CONSTRAINT in the next migration',
  },
  {
    form: new RegExp(
      String.raw`\bALTER\s+TABLE\s+${TABLE}[^;]*?\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:PRIMARY\s+KEY|UNIQUE|EXCLUDE)\b(?!\s+USING\s+INDEX)`,
      'gi',
    ),
    instead: 'build a unique index with buildIndex first, and ADD CONSTRAINT … USING INDEX',
  },
  {
    form: new RegExp(
      String.raw`\bALTER\s+TABLE\s+${TABLE}[^;]*?\bSET\s+(?:TABLESPACE|LOGGED|UNLOGGED)\b`,
      'gi',
    ),
    instead: 'leave it: it rewrites the table',
  },
  {
    form: new RegExp(
      String.raw`\b(?:LOCK(?:\s+TABLE)?|VACUUM\s+FULL|CLUSTER|TRUNCATE(?:\s+TABLE)?)\s+${TABLE}`,
      'g',
    ),
    instead: 'work in batches that lock rows',
  },
];

/** Changes of all rows of a table. */
const BACKFILL = new RegExp(
  String.raw`\b(?:UPDATE\s+${TABLE}\s+(?:\w+\s+)?SET|DELETE\s+FROM\s+${TABLE})\b`,
  'gi',
);

const WITHOUT_TRANSACTION = /\btransaction\s*=\s*false\b/;
const CONCURRENT = /\bCONCURRENTLY\b|\bbuildIndex\(|\binBatches\(/;
const TIMEOUT = /\bSET\s+(?:LOCAL\s+|SESSION\s+)?(?:lock|statement)_timeout\b/i;

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/--[^\n]*/g, '');

/** What a trigger or a function does later is not what the migration does. */
const withoutBodies = (text: string): string => text.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");

/** The part of a source that runs forward: `down` may take its time. */
const forward = (text: string): string => text.replace(/\basync\s+down\([\s\S]*?\n {2}\}/, '');

/**
 * What a migration does to the tables that exist before it that keeps requests waiting, one line per fault (ADR 111).
 * @param text of its file
 */
export function slowSteps(text: string): string[] {
  const source = withoutBodies(forward(withoutComments(text)));
  const created = new Set(
    [...source.matchAll(new RegExp(String.raw`\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+${TABLE}`, 'gi'))].map(
      ([, table]) => table,
    ),
  );
  const runsAlone = WITHOUT_TRANSACTION.test(source);
  const faults = SLOW_FORMS.flatMap(({ form, instead }) =>
    [...source.matchAll(form)]
      .filter(([, table]) => !created.has(table))
      .map(([found]) => `${found.replaceAll(/\s+/g, ' ').slice(0, 80)}: ${instead}`),
  );
  // Batches are the argument of inBatches.
  for (const [found, updated, deleted] of source.matchAll(BACKFILL)) {
    const table = updated ?? deleted;
    if (created.has(table) || (runsAlone && /\binBatches\(/.test(source))) continue;
    faults.push(
      `${found.replaceAll(/\s+/g, ' ')}: fill existing tables with inBatches, in a migration without a transaction`,
    );
  }
  if (CONCURRENT.test(source) && !runsAlone)
    faults.push('CONCURRENTLY and batches need: readonly transaction = false');
  if (TIMEOUT.test(source)) faults.push('the timeouts belong to who runs the migrations');
  return faults;
}
