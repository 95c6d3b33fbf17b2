import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import type { Found } from '../../findings/found.js';
import { allHarmful } from '../support/pieces.js';
import { together } from '../support/flow-reports.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** Engines whose templates can execute code, and sandboxed ones that have been escaped before. */
type Wall = 'none' | 'leaky';

function check(event: CallEvent, index: number, wall: Wall, report: Report): void {
  const [taint] = allHarmful(argument(event, index), event.frame, SanitizedFor.TEMPLATE);
  if (!taint) return;
  const severity: Found['severity'] = wall === 'leaky' ? 'high' : 'critical';
  report({
    ...flowInto(event, taint, sinkOf(event)),
    severity,
    confidence: wall === 'leaky' ? 'medium' : 'high',
    description:
      wall === 'leaky'
        ? `A template is compiled from ${describeSource(taint)}: it can call the methods of all objects that it is given.`
        : `A template is compiled from ${describeSource(taint)}: its expressions run in the server and reach what the language offers.`,
  });
}

const at =
  (index: number, wall: Wall): CallCheck =>
  (event, report) =>
    check(event, index, wall, report);

const RECEIVER = /env|jinja|template/iu;

/** `env.from_string(text)` on an object of unknown type. */
const fromString: CallCheck = (event, report) => {
  const { callee } = event.node;
  const object = callee.kind === 'member' ? callee.object : undefined;
  const name = object?.kind === 'name' ? object.name : object?.kind === 'member' ? object.property : '';
  if (event.names.length === 0 && RECEIVER.test(name)) check(event, 0, 'none', report);
};

/** A client's value is compiled as a template. */
export const templateSource: Rule = {
  id: 'MCP-A006',
  class: 'A',
  title: 'Template compiled from what a client sends',
  severity: 'critical',
  confidence: 'high',
  cwe: 1336,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A parameter of a tool, or part of a request, is the text of a template (jinja2, mako, EJS, pug, nunjucks, Lodash, Handlebars, Go `text/template`), not a value in one.',
  why: 'Templates are programs. `{{ cycler.__init__.__globals__.os.popen("id").read() }}` in jinja2 or `<% … %>` in EJS runs commands; Go templates call the methods of what they are given.',
  example: {
    language: 'python',
    bad: 'Template(layout).render(product=product)',
    good: 'TEMPLATES[layout].render(product=product)  # compiled from files of the package',
  },
  fix: "Keep the templates in the package and let clients choose one by name. Where they must write their own, use an engine without logic (Mustache) or jinja2's `SandboxedEnvironment`.",
  notCounted: [
    'values that a client sends into a constant template',
    "engines without logic: Mustache, Liquid, Python's `string.Template`",
    "jinja2's `SandboxedEnvironment`",
  ],
  calls: {
    ...together(
      byName(names.templateSource.templates, at(0, 'none')),
      byName(
        [
          'handlebars.compile',
          'handlebars.precompile',
          'Handlebars.compile',
          'handlebars.create().compile',
          'django.template.Template',
          'text/template.Template().Parse',
          'html/template.Template().Parse',
        ],
        at(0, 'leaky'),
      ),
    ),
    '.from_string': fromString,
  },
};
