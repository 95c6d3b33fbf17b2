import { describe, expect, it } from '@jest/globals';
import { escapeHidden } from '../findings/printable.js';
import { ALL_RULES } from '../rules/all-rules.js';
import type { Rule } from '../rules/rule.js';
import { explainRule, findRule } from './explain.js';
import { anchorOf, markdownText, ruleMarkdown, rulesDocument } from './rules-document.js';

const RULE: Rule = {
  id: 'MCP-B001',
  class: 'B',
  title: 'A path from <outside>',
  severity: 'high',
  confidence: 'medium',
  cwe: 22,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  what: 'A path with `..` reaches a file of __any__ folder.',
  why: 'It is read.',
  example: { language: 'python', bad: 'open(path)', good: 'open(inside(path))' },
  fix: 'Use `inside`.',
  notCounted: ['constant paths', 'paths | checked'],
};

describe('rulesDocument', () => {
  it('has a table of all classes, and every rule with all its fields', () => {
    const document = rulesDocument([RULE]);
    expect(document).toContain('| A | Command & Code Execution | MCP05 Command & Code Injection | none |\n');
    expect(document).toContain(
      '| B | Path Traversal & Arbitrary File Access | MCP05 Command & Code Injection | [MCP-B001](#mcp-b001) |\n',
    );
    expect(document).toContain(`## B: Path Traversal & Arbitrary File Access

<a id="mcp-b001"></a>

### MCP-B001: A path from \\<outside\\>

Severity **high** · confidence medium · [CWE-22](https://cwe.mitre.org/data/definitions/22.html) · CVSS 7.5 (\`AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N\`) · MCP05 Command & Code Injection

A path with \`..\` reaches a file of \\_\\_any\\_\\_ folder.

**Why.** It is read.

\`\`\`python
open(path)
\`\`\`

Corrected:

\`\`\`python
open(inside(path))
\`\`\`

**Fix.** Use \`inside\`.

**Not counted:**

- constant paths
- paths \\| checked
`);
  });

  it('marks preview rules', () => {
    const document = rulesDocument([{ ...RULE, preview: true }]);
    expect(document).toContain('| [MCP-B001](#mcp-b001) (preview) |\n');
    expect(document).toContain('\n**Preview** · Severity **high**');
    expect(explainRule({ ...RULE, preview: true })).toContain(
      '\npreview: its findings do not count · class B',
    );
  });

  it('does not depend on the order of the rules', () => {
    const rules = [RULE, { ...RULE, id: 'MCP-B002' }, { ...RULE, id: 'MCP-A001', class: 'A' as const }];
    expect(rulesDocument(rules.toReversed())).toBe(rulesDocument(rules));
  });

  it('omits empty sections', () => {
    expect(ruleMarkdown({ ...RULE, notCounted: [] })).not.toContain('Not counted');
  });

  it('uses longer fences around code that contains fences', () => {
    const bad = 'x = """\n```\n"""';
    expect(ruleMarkdown({ ...RULE, example: { ...RULE.example, bad } })).toContain(
      `\`\`\`\`python\n${bad}\n\`\`\`\``,
    );
  });

  it('describes each rule of the analyzer under an anchor', () => {
    const document = rulesDocument(ALL_RULES);
    for (const rule of ALL_RULES) {
      expect(document).toContain(`<a id="${anchorOf(rule)}"></a>\n\n### ${rule.id}: `);
      expect(document).toContain(`(#${anchorOf(rule)})`);
    }
    // Invisible characters in examples must be escaped.
    const plain = document.replaceAll('\t', ' ');
    expect(escapeHidden(plain)).toBe(plain);
  });
});

describe('markdownText', () => {
  it('escapes special characters outside of code', () => {
    expect(markdownText('a*b `c*d` <e> [f](g) `h')).toBe('a\\*b `c*d` \\<e\\> \\[f\\](g) \\`h');
  });
});

describe('explainRule', () => {
  it('formats a rule for a terminal', () => {
    expect(explainRule(RULE, 60)).toBe(`MCP-B001  A path from <outside>
class B, Path Traversal & Arbitrary File Access · MCP05
Command & Code Injection · severity high · confidence medium
· CWE-22 · CVSS 7.5 (AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N)

What
  A path with \`..\` reaches a file of __any__ folder.

Why
  It is read.

Example (python)
    open(path)

Corrected
    open(inside(path))

Fix
  Use \`inside\`.

Not counted
  - constant paths
  - paths | checked
`);
  });

  it('finds a rule by its id, in either case', () => {
    expect(findRule([RULE], ' mcp-b001')).toBe(RULE);
    expect(findRule([RULE], 'MCP-B002')).toBeUndefined();
  });
});
