import type { MigrationInterface, QueryRunner } from 'typeorm';

const FILTERS = ['severity', 'vulnerability_class', 'owasp_mcp', 'status'] as const;

/** An index that begins with these columns, in the order of lists; the other filters are tested without reading rows. */
const listIndex = (name: string, ...columns: readonly string[]): string => {
  const others = [...FILTERS, 'resolved_at'].filter((filter) => !columns.includes(filter));
  return `CREATE INDEX ${name} ON finding (${columns.join(', ')}, first_detected_at DESC, id) INCLUDE (${others.join(', ')})`;
};

const COUNTED = 'mcp_id, severity, vulnerability_class, owasp_mcp, status';

/** Numbers of rows of a statement, to be added to the counts or subtracted from them. */
const counted = (sign: '+' | '-', rows: string): string =>
  `SELECT ${COUNTED}, ${sign}count(*) AS change FROM ${rows} GROUP BY ${COUNTED}`;

const change = (counts: string): string => `
  INSERT INTO finding_count AS c (${COUNTED}, org_id, count)
  SELECT ${COUNTED.replaceAll(/\w+/g, 'd.$&')}, m.org_id, d.change
    FROM (SELECT ${COUNTED}, sum(change) AS change FROM (${counts}) parts
           GROUP BY ${COUNTED} HAVING sum(change) <> 0) d
    JOIN mcp m ON m.id = d.mcp_id
  ON CONFLICT ON CONSTRAINT finding_count_pkey DO UPDATE SET count = c.count + excluded.count`;

/** Findings listed and counted by organization (ADR 66). */
export class OrganizationFindings1800700000000 implements MigrationInterface {
  readonly name = 'OrganizationFindings1800700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE finding ADD COLUMN org_id uuid, ADD COLUMN updated_at timestamptz');
    await runner.query(`
      UPDATE finding f SET org_id = m.org_id, updated_at = coalesce(f.resolved_at, f.last_seen_at)
        FROM mcp m WHERE m.id = f.mcp_id`);
    await runner.query('ALTER TABLE finding ALTER COLUMN updated_at SET NOT NULL');
    await runner.query(listIndex('finding_org_idx', 'org_id'));
    for (const filter of FILTERS) await runner.query(listIndex(`finding_${filter}_idx`, 'org_id', filter));
    await runner.query('DROP INDEX finding_list_idx');
    await runner.query(listIndex('finding_list_idx', 'mcp_id'));
    await runner.query('CREATE INDEX finding_updated_idx ON finding (org_id, updated_at)');
    await runner.query(
      `CREATE INDEX finding_resolved_idx ON finding (org_id, severity, resolved_at) WHERE status = 'resolved'`,
    );
    await this.createCounts(runner);
    await this.followMcps(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER mcp_findings ON mcp');
    await runner.query('DROP FUNCTION findings_follow_mcp');
    for (const event of ['insert', 'update', 'delete']) {
      await runner.query(`DROP TRIGGER finding_count_${event} ON finding`);
    }
    await runner.query('DROP FUNCTION count_findings');
    await runner.query('DROP TABLE finding_count');
    await runner.query('DROP INDEX finding_list_idx');
    await runner.query('CREATE INDEX finding_list_idx ON finding (mcp_id, first_detected_at, id)');
    await runner.query('ALTER TABLE finding DROP COLUMN org_id, DROP COLUMN updated_at');
  }

  private async createCounts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE finding_count (
        mcp_id uuid NOT NULL CONSTRAINT finding_count_mcp_id_fkey REFERENCES mcp (id) ON DELETE CASCADE,
        severity text NOT NULL,
        vulnerability_class text NOT NULL,
        owasp_mcp text NOT NULL,
        status text NOT NULL,
        org_id uuid,
        count integer NOT NULL,
        CONSTRAINT finding_count_pkey PRIMARY KEY (mcp_id, severity, vulnerability_class, owasp_mcp, status)
      )`);
    await runner.query(
      `CREATE INDEX finding_count_org_idx
         ON finding_count (org_id, severity, vulnerability_class, owasp_mcp, status, count, mcp_id)`,
    );
    await runner.query(change(counted('+', 'finding')));
    await runner.query(`
      CREATE FUNCTION count_findings() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          ${change(counted('+', 'added'))};
        ELSIF TG_OP = 'UPDATE' THEN
          ${change(`${counted('+', 'added')} UNION ALL ${counted('-', 'removed')}`)};
        ELSE
          -- Rows of a deleted MCP may be gone already.
          UPDATE finding_count c SET count = c.count + d.change
            FROM (${counted('-', 'removed')}) d
           WHERE (c.mcp_id, c.severity, c.vulnerability_class, c.owasp_mcp, c.status)
               = (d.mcp_id, d.severity, d.vulnerability_class, d.owasp_mcp, d.status);
        END IF;
        RETURN NULL;
      END $$`);
    const tables = {
      INSERT: 'NEW TABLE AS added',
      UPDATE: 'NEW TABLE AS added OLD TABLE AS removed',
      DELETE: 'OLD TABLE AS removed',
    };
    for (const [event, referencing] of Object.entries(tables)) {
      await runner.query(`
        CREATE TRIGGER finding_count_${event.toLowerCase()} AFTER ${event} ON finding
          REFERENCING ${referencing} FOR EACH STATEMENT EXECUTE FUNCTION count_findings()`);
    }
  }

  /** An MCP of the platform's catalog can become one of an organization. */
  private async followMcps(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION findings_follow_mcp() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE finding_count SET org_id = NEW.org_id WHERE mcp_id = NEW.id;
        UPDATE finding SET org_id = NEW.org_id WHERE mcp_id = NEW.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER mcp_findings AFTER UPDATE OF org_id ON mcp
        FOR EACH ROW WHEN (OLD.org_id IS DISTINCT FROM NEW.org_id) EXECUTE FUNCTION findings_follow_mcp()`);
  }
}
