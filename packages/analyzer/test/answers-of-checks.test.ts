import { describe } from '@jest/globals';
import { flows, goHandler, lines, pythonHandler } from './support/flow-rows.js';

const js = (check: string, ...body: string[]): string =>
  lines(check, 'function handler(x) {', ...body, '  sink("ls " + x);', '}');
const jsCheck =
  'function check(s) { if (!/^[a-z]+$/.test(s)) return { ok: false, error: "bad" }; return { ok: true }; }';

describe('the answer of a check in a field of what it returns', () => {
  flows('javascript', [
    ['true where it passes', 'harmless', 'SHELL', js(jsCheck, 'if (!check(x).ok) return;')],
    ['in a variable', 'harmless', 'SHELL', js(jsCheck, 'const r = check(x); if (r.ok === false) return;')],
    ['destructured', 'harmless', 'SHELL', js(jsCheck, 'const { ok } = check(x); if (!ok) return;')],
    [
      'an error that is missing',
      'harmless',
      'SHELL',
      js(jsCheck, 'const r = check(x); if (r.error) return;'),
    ],
    [
      'an expression',
      'harmless',
      'SHELL',
      js('const check = (s) => ({ ok: /^[a-z]+$/.test(s) });', 'if (!check(x).ok) return;'),
    ],
    [
      'of a promise',
      'harmless',
      'SHELL',
      lines(
        `async ${jsCheck}`,
        'async function handler(x) {',
        'const r = await check(x);',
        'if (!r.ok) return;',
        'sink("ls " + x);',
        '}',
      ),
    ],
    ['that nothing looks at', 'harmful', 'SHELL', js(jsCheck, 'const r = check(x); console.log(r.error);')],
    ['the other way round', 'harmful', 'SHELL', js(jsCheck, 'if (check(x).ok) return;')],
    ['about another value', 'harmful', 'SHELL', js(jsCheck, 'if (!check(x.trim().slice(1)).ok) return;')],
    [
      'in an object that others have, too',
      'harmful',
      'SHELL',
      lines(
        'const kept = [];',
        'function check(s) {',
        '  if (!/^[a-z]+$/.test(s)) return { ok: false };',
        '  const answer = { ok: true, command: "ls" };',
        '  kept.push(answer);',
        '  return answer;',
        '}',
        'function handler(x, y) {',
        '  check(y).command = x;',
        '  sink(kept[0].command);',
        '}',
      ),
    ],
    [
      'that is always true',
      'harmful',
      'SHELL',
      js(
        'function check(s) { if (!/^[a-z]+$/.test(s)) return { ok: true, error: "bad" }; return { ok: true }; }',
        'if (!check(x).ok) return;',
      ),
    ],
    [
      'that one way to it does not check',
      'harmful',
      'SHELL',
      js(
        'function check(s) { if (s.length > 9) return { ok: true }; if (!/^[a-z]+$/.test(s)) return { ok: false }; return { ok: true }; }',
        'if (!check(x).ok) return;',
      ),
    ],
  ]);

  const pyCheck = (bad: string, good: string): string =>
    lines(
      'import re',
      'from dataclasses import dataclass',
      '@dataclass',
      'class Verdict:',
      '    ok: bool',
      '    reason: str = ""',
      'def check(s):',
      '    if not re.fullmatch("[a-z]+", s):',
      `        return ${bad}`,
      `    return ${good}`,
    );
  const py = (bad: string, good: string, ...body: string[]): string =>
    pythonHandler(pyCheck(bad, good), ...body, 'sink(f"ls {x}")');
  flows('python', [
    [
      'of a dict',
      'harmless',
      'SHELL',
      py('{"ok": False}', '{"ok": True}', 'if not check(x)["ok"]:', '    return'),
    ],
    [
      'got from a dict',
      'harmless',
      'SHELL',
      py('{"ok": False}', '{"ok": True}', 'r = check(x)', 'if not r.get("ok"):', '    return'),
    ],
    [
      'of an instance',
      'harmless',
      'SHELL',
      py('Verdict(ok=False)', 'Verdict(ok=True)', 'if not check(x).ok:', '    return'),
    ],
    [
      'the first of a pair',
      'harmless',
      'SHELL',
      py('False, "bad"', 'True, None', 'ok, error = check(x)', 'if not ok:', '    return'),
    ],
    [
      'the second of a pair',
      'harmless',
      'SHELL',
      py('None, "bad"', 's, None', 'value, error = check(x)', 'if error:', '    return'),
    ],
    [
      'by its index',
      'harmless',
      'SHELL',
      py('(False, "bad")', '(True, "")', 'if not check(x)[0]:', '    return'),
    ],
    [
      'that is only printed',
      'harmful',
      'SHELL',
      py('False, "bad"', 'True, None', 'ok, error = check(x)', 'if not ok:', '    print(error)'),
    ],
    [
      'the other one of a pair',
      'harmful',
      'SHELL',
      py('False, "bad"', 'True, "good"', 'ok, error = check(x)', 'if not error:', '    return'),
    ],
  ]);

  const goChecking = (result: string, bad: string, good: string): string =>
    lines(
      'type verdict struct { OK bool; Reason string }',
      'var name = regexp.MustCompile(`^[a-z]+$`)',
      `func check(s string) ${result} {`,
      `\tif !name.MatchString(s) { return ${bad} }`,
      `\treturn ${good}`,
      '}',
    );
  const go = (check: string, ...body: string[]): string =>
    goHandler('regexp', check, ...body, 'sink("ls " + x)');
  flows('go', [
    [
      'of a struct',
      'harmless',
      'SHELL',
      go(
        goChecking('verdict', 'verdict{OK: false}', 'verdict{OK: true}'),
        'if v := check(x); !v.OK { return nil }',
      ),
    ],
    [
      'that is left out',
      'harmless',
      'SHELL',
      go(
        goChecking('*verdict', '&verdict{Reason: "bad"}', '&verdict{OK: true}'),
        'if v := check(x); !v.OK { return nil }',
      ),
    ],
    [
      'the first result',
      'harmless',
      'SHELL',
      go(
        goChecking('(bool, string)', 'false, "bad"', 'true, ""'),
        'ok, _ := check(x)',
        'if !ok { return nil }',
      ),
    ],
    [
      'the other way round',
      'harmful',
      'SHELL',
      go(
        goChecking('(bool, string)', 'false, "bad"', 'true, ""'),
        'ok, _ := check(x)',
        'if ok { return nil }',
      ),
    ],
  ]);
});

describe('a value that is null', () => {
  const js2 = (...body: string[]): string => js('', ...body);
  flows('javascript', [
    ['needs no check', 'harmless', 'SHELL', js2('if (x != null) { if (!/^[a-z]+$/.test(x)) return; }')],
    ['by its type', 'harmless', 'SHELL', js2('if (typeof x !== "undefined" && !/^[a-z]+$/.test(x)) return;')],
    ['or undefined', 'harmless', 'SHELL', js2('if (x !== undefined && !/^[a-z]+$/.test(x)) return;')],
    ['is no check of one that is not', 'harmful', 'SHELL', js2('if (x == null) return;')],
    ['as the answer of a search', 'harmful', 'SHELL', js2('const m = /;/.exec(x); if (m !== null) return;')],
  ]);
  flows('python', [
    [
      'needs no check',
      'harmless',
      'SHELL',
      pythonHandler(
        'import re',
        'if x is not None and not re.fullmatch("[a-z]+", x):',
        '    return',
        'sink(f"ls {x}")',
      ),
    ],
    [
      'is no check of one that is not',
      'harmful',
      'SHELL',
      pythonHandler('', 'if not (x is not None):', '    return', 'sink(f"ls {x}")'),
    ],
  ]);
});

describe('an expression that a constant decides', () => {
  const choosing = (kind: string): string =>
    lines(
      'const run = (kind, value) => (kind === "shell" ? sink(value) : value.toUpperCase());',
      'function handler(x) {',
      `  run("${kind}", x);`,
      '  sink("ls");',
      '}',
    );
  flows('javascript', [
    ['for the other side', 'harmless', 'SHELL', choosing('text')],
    ['for the side of the sink', 'harmful', 'SHELL', choosing('shell')],
  ]);
});

describe('a check of every character', () => {
  const js3 = (test: string): string => js('', `if (!(${test})) return;`);
  const LETTERS = "'abcdefghijklmnopqrstuvwxyz'";
  flows('javascript', [
    ['of a text in a list', 'harmless', 'SHELL', js3(`[...x].every((c) => ${LETTERS}.includes(c))`)],
    ['of a list made of it', 'harmless', 'SHELL', js3('Array.from(x).every((c) => /[a-z]/.test(c))')],
    [
      'of a text that was split',
      'harmless',
      'SHELL',
      js3(`x.split('').every((c) => ${LETTERS}.includes(c))`),
    ],
    ['by what none is', 'harmless', 'SHELL', js3(`!x.split('').some((c) => !${LETTERS}.includes(c))`)],
    ['but only some', 'harmful', 'SHELL', js3(`[...x].some((c) => ${LETTERS}.includes(c))`)],
    ['of its beginning', 'harmful', 'SHELL', js3(`[...x.slice(0, 3)].every((c) => ${LETTERS}.includes(c))`)],
    [
      'that were chosen',
      'harmful',
      'SHELL',
      js3(`[...x].filter((c) => c !== ';').every((c) => ${LETTERS}.includes(c))`),
    ],
    [
      'of words',
      'harmful',
      'SHELL',
      js3(`x.split(' ').every((word) => 'abcdefghijklmnopqrstuvwxyz;$()'.includes(word))`),
    ],
  ]);
  const go = (...body: string[]): string =>
    goHandler('strings', "func isBad(r rune) bool { return r < 'a' || r > 'z' }", ...body, 'sink("ls " + x)');
  flows('go', [
    ['by a function', 'harmless', 'SHELL', go('if strings.ContainsFunc(x, isBad) { return nil }')],
    ['by an index', 'harmless', 'SHELL', go('if strings.IndexFunc(x, isBad) >= 0 { return nil }')],
    [
      'by one that is good',
      'harmful',
      'SHELL',
      go("if !strings.ContainsFunc(x, func(r rune) bool { return r >= 'a' && r <= 'z' }) { return nil }"),
    ],
  ]);
  flows('python', [
    [
      'outside of a range',
      'harmless',
      'SHELL',
      pythonHandler('', 'if any(c < "a" or c > "z" for c in x):', '    return', 'sink(f"ls {x}")'),
    ],
    [
      'within a range',
      'harmful',
      'SHELL',
      pythonHandler('', 'if not any(c >= "a" and c <= "z" for c in x):', '    return', 'sink(f"ls {x}")'),
    ],
  ]);
});

describe('a plus that is replaced', () => {
  flows('javascript', [
    ['is no slash', 'harmful', 'PATH', js('', 'x = x.replace(/\\+/g, " ");')],
    ['where backslashes are', 'harmful', 'PATH', js('', 'x = x.replace(/\\\\/g, "_");')],
    ['where slashes are', 'harmless', 'PATH', js('', 'x = x.replace(/\\//g, "_");')],
  ]);
});
