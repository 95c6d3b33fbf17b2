import { describeSource } from '../support/flows.js';
import type { CallCheck, Rule } from '../rule.js';
import { reportBuiltQuery, textsGiven } from './built-query.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

const XPATH = /(?:^|[\s(])\.{0,2}\/{1,2}[\w*@:]|\[\s*(?:@?[\w:-]+\s*=|contains\(|starts-with\(|text\(\))/u;

const check: CallCheck = (event, report) => {
  // `re.findall` shares the name of a method that searches for elements.
  if (event.names.some((name) => /^(?:re|regex)\./u.test(name))) return;
  reportBuiltQuery(
    textsGiven(event),
    XPATH,
    event,
    (taint) => `An XPath expression holds ${describeSource(taint)}: a quote in it begins other conditions.`,
    report,
  );
};

/** A client's value becomes part of an XPath expression. */
export const xpathText: Rule = {
  id: 'MCP-D008',
  class: 'D',
  title: 'XPath built from what a client sends',
  severity: 'medium',
  confidence: 'high',
  cwe: 643,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N',
  what: 'A parameter of a tool is put into the text of an XPath expression.',
  why: "`' or '1'='1` makes a condition true for every element: parts of the document are shown that were to stay hidden.",
  example: {
    language: 'python',
    bad: 'tree.xpath("//user[@name=\'" + name + "\']")',
    good: 'tree.xpath("//user[@name=$name]", name=name)',
  },
  fix: 'Give values as variables of the expression (`$name`), or find the elements in code.',
  notCounted: ['variables of an expression', "expressions that are a tool's parameter as a whole"],
  calls: byName(names.xpathText.methods, check),
};
