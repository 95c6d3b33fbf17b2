/**
 * SQL of the commit to which the tag of a version with a number was moved; null if it was not. The version itself says
 * so of its own number, because processes of an earlier version write only that; `mcp_version_tag` of its other numbers
 * (ADR 83).
 * @param v alias of `mcp_version`
 * @param number the number without build metadata, as SQL
 */
export const tagMovedTo = (v: string, number: string): string => `
  CASE WHEN split_part(${v}.semver, '+', 1) = ${number} THEN ${v}.tag_moved_to
       ELSE (SELECT t.moved_to FROM mcp_version_tag t
              WHERE t.mcp_id = ${v}.mcp_id AND t.number = ${number} AND t.version_id = ${v}.id) END`;
