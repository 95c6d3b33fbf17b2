import { describeSource } from '../support/flows.js';
import type { CallCheck, Rule } from '../rule.js';
import { reportBuiltQuery, textsGiven } from './built-query.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

const FILTER = /^\s*\(\s*[&|!]?\s*\(*[\w;.-]+[~<>]?=/u;

const check: CallCheck = (event, report) =>
  reportBuiltQuery(
    textsGiven(event),
    FILTER,
    event,
    (taint) =>
      `A filter for LDAP holds ${describeSource(taint)}: brackets and \`*\` in it match other entries.`,
    report,
  );

/** A client's value becomes part of an LDAP filter. */
export const ldapFilter: Rule = {
  id: 'MCP-D007',
  class: 'D',
  title: 'LDAP filter built from what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 90,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A parameter of a tool is put into the text of an LDAP search filter without being escaped.',
  why: '`*` matches every entry, and `)(uid=*` adds conditions: accounts and groups are listed that the tool was not meant to show.',
  example: {
    language: 'python',
    bad: 'connection.search(BASE, f"(uid={name})")',
    good: 'connection.search(BASE, f"(uid={escape_filter_chars(name)})")',
  },
  fix: "Escape each value with the library's own function (`escape_filter_chars`, `ldap.EscapeFilter`).",
  notCounted: ['escaped values', 'filters put together from objects'],
  calls: byName(names.ldapFilter.methods, check),
};
