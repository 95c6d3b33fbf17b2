import type { Rule } from '../rule.js';
import { graphQuery } from './graph-query.js';
import { graphqlText } from './graphql-text.js';
import { ldapFilter } from './ldap-filter.js';
import { mongoCode } from './mongo-code.js';
import { mongoFilter } from './mongo-filter.js';
import { rawSqlByDesign } from './raw-sql-by-design.js';
import { serviceQuery } from './service-query.js';
import { sqlNames } from './sql-names.js';
import { sqlValues } from './sql-values.js';
import { xpathText } from './xpath-text.js';

/** The rules of class D: query injection. */
export const rules: readonly Rule[] = [
  sqlValues,
  sqlNames,
  rawSqlByDesign,
  mongoCode,
  mongoFilter,
  graphQuery,
  ldapFilter,
  xpathText,
  graphqlText,
  serviceQuery,
];
