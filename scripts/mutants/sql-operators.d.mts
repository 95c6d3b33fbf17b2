/** A change of one place of a statement. */
export interface Edit {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** @param sql with everything else masked */
export function mutationsOfSql(sql: string): Edit[];

/** Only what leaves `updated_at` as it was. */
export function mutationsOfUpdates(sql: string): Edit[];
