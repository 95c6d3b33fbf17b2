'use strict';

const COLUMNS = ['category', 'month'];

/** WHERE clause and parameters for the filters that are set. */
exports.whereClause = function whereClause(filters) {
  const used = COLUMNS.filter((column) => filters[column] !== undefined);
  const sql = used.length > 0 ? 'WHERE ' + used.map((column) => column + ' = ?').join(' AND ') : '';
  return { sql, params: used.map((column) => filters[column]) };
};
