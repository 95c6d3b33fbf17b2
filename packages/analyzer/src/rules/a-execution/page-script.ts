import type { Expression } from '../../ir/program.js';
import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument, option } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful, isWhole } from '../support/pieces.js';
import { together } from '../support/flow-reports.js';
import { PageFunctions } from './page-functions.js';
import { reportedFor, type Purpose } from '../support/purpose.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

const BROWSER =
  /page|frame|browser|tab\b|driver|locator|puppeteer|playwright|chromium|selenium|webview|cdp/iu;

/** Tools designed to run scripts in a page. */
const PURPOSE: Purpose = {
  operation: 'page',
  parameters: new Set(names.pageScript.parameters),
  tools: new Set(names.pageScript.tools),
};

const nameOf = (expression: Expression | undefined): string => {
  if (expression?.kind === 'name') return expression.name;
  if (expression?.kind === 'member') return `${nameOf(expression.object)}.${expression.property}`;
  if (expression?.kind === 'call') return nameOf(expression.callee);
  return expression?.kind === 'await' ? nameOf(expression.value) : '';
};

/** Whether a method's receiver is a browser page. */
function isBrowser(event: CallEvent): boolean {
  if (event.names.some((name) => BROWSER.test(name))) return true;
  const { callee } = event.node;
  return callee.kind === 'member' && BROWSER.test(nameOf(callee.object));
}

function check(event: CallEvent, code: Value, report: Report): void {
  if (code.targets.some(({ kind }) => kind === 'closure') || !isBrowser(event)) return;
  reportScript(event, code, report);
}

function reportScript(event: CallEvent, code: Value, report: Report): void {
  const { frame } = event;
  const taints = allHarmful(code, frame, SanitizedFor.CODE);
  const fits = (): boolean => isWhole(code, frame, SanitizedFor.CODE);
  for (const side of ['design', 'other'] as const) {
    const reported = reportedFor(taints, frame, PURPOSE, side, fits);
    if (!reported) continue;
    const { taint, designed } = reported;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      ...(designed && { designed }),
      description:
        side === 'design'
          ? `By design, ${describeSource(taint)} is run as a script within the page: it acts with all that the browser is logged in to.`
          : `A script that holds ${describeSource(taint)} is run within the page: it acts with all that the browser is logged in to.`,
    });
  }
}

const at =
  (index: number, name?: string): CallCheck =>
  (event, report) =>
    check(event, argument(event, index, name), report);

const scriptTag: CallCheck = (event, report) => {
  const content = option(event, 'content');
  if (content) check(event, content, report);
};

/** A client's value is run as a script in a browser page. */
export const pageScript: Rule = {
  id: 'MCP-A008',
  class: 'A',
  title: 'Script for a browser page built from what a client sends',
  severity: 'medium',
  confidence: 'high',
  cwe: 95,
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N',
  what: 'A parameter of a tool is part of a text that puppeteer, playwright, selenium or chromedp runs in a page, or that a function evaluates which they run there.',
  why: 'The script acts as the user who is logged in to the page: a quote in a selector or a search word turns it into another script.',
  example: {
    language: 'javascript',
    bad: 'await page.evaluate(`document.querySelector("${selector}").click()`);',
    good: 'await page.evaluate((css) => document.querySelector(css).click(), selector);',
  },
  fix: 'Pass a function, and what a client sends as its argument.',
  notCounted: ['functions with arguments', 'values written by `JSON.stringify`'],
  remembering: () => {
    const pages = new PageFunctions();
    const withinPage: CallCheck = (event, report) => {
      if (pages.hold(event.frame)) reportScript(event, argument(event, 0), report);
    };
    return {
      calls: together(
        pages.calls,
        byName(names.pageScript.evaluating, at(0)),
        byName(['.addScriptTag', '.add_script_tag'], scriptTag),
        byName(['eval', 'Function'], withinPage),
      ),
    };
  },
};
