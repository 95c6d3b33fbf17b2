'use strict';

/** WHERE clause for the filters that are set. */
exports.whereClause = function whereClause(filters) {
  const parts = [];
  for (const [column, value] of Object.entries(filters)) {
    if (value !== undefined) parts.push(`${column} = '${value}'`);
  }
  return parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
};
