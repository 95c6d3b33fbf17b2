import { describe } from '@jest/globals';
import { flows, goHandler, lines, pythonHandler } from '../support/flow-rows.js';

describe('a check of one of several targets in Python', () => {
  const OK = 'import re\nOK = re.compile(r"^[a-z]+$")';
  const refuse = (name: string): string => `if not OK.fullmatch(${name}): raise ValueError()`;
  flows('python', [
    ['the other one', 'harmful', 'PATH', pythonHandler(OK, 'a, b = x', refuse('a'), 'sink(b)')],
    ['the same one', 'harmless', 'PATH', pythonHandler(OK, 'a, b = x', refuse('b'), 'sink(b)')],
    ['both', 'harmless', 'PATH', pythonHandler(OK, 'a, b = x', refuse('a'), refuse('b'), 'sink(a + b)')],
    ['the collection of all', 'harmful', 'PATH', pythonHandler(OK, 'a, b = x', refuse('a'), 'sink(x)')],
    [
      'the other part of a text',
      'harmful',
      'PATH',
      pythonHandler(OK, 'a, b = x.split("/", 1)', refuse('a'), 'sink(b)'),
    ],
    [
      'the same part of a text',
      'harmless',
      'PATH',
      pythonHandler(OK, 'a, b = x.split("/", 1)', refuse('b'), 'sink(b)'),
    ],
    [
      'each part before they are separated',
      'harmless',
      'PATH',
      pythonHandler(OK, 'all_of_it = x.split("/")', 'for p in all_of_it:', `    ${refuse('p')}`, 'a, b = all_of_it', 'sink(b)'), // prettier-ignore
    ],
    ['another index', 'harmful', 'PATH', pythonHandler(OK, refuse('x[0]'), 'sink(x[1])')],
    ['the same index', 'harmless', 'PATH', pythonHandler(OK, refuse('x[1]'), 'sink(x[1])')],
    ['another part of a URL', 'harmful', 'URL', pythonHandler(OK, refuse('x[0]'), 'sink(x[1])')],
    [
      'another one in a loop',
      'harmful',
      'PATH',
      pythonHandler(OK, 'for a, b in x:', `    ${refuse('a')}`, '    sink(b)'),
    ],
    [
      'the same one in a loop',
      'harmless',
      'PATH',
      pythonHandler(OK, 'for a, b in x:', `    ${refuse('b')}`, '    sink(b)'),
    ],
    [
      'the others',
      'harmful',
      'PATH',
      pythonHandler(OK, 'a, *others = x', 'for o in others:', `    ${refuse('o')}`, 'sink(a)'),
    ],
    [
      'the others and all',
      'harmful',
      'PATH',
      pythonHandler(OK, 'a, *others = x', 'for o in others:', `    ${refuse('o')}`, 'sink(*x)'),
    ],
    [
      'the others themselves',
      'harmless',
      'PATH',
      pythonHandler(OK, 'a, *others = x', 'for o in others:', `    ${refuse('o')}`, 'sink(*others)'),
    ],
    [
      'the first and then each in turn',
      'harmless',
      'PATH',
      pythonHandler(OK, 'y = x.split("/")', 'print(y[0])', 'for p in y:', `    ${refuse('p')}`, 'sink(y)'),
    ],
    [
      'the first and then all of them',
      'harmless',
      'PATH',
      pythonHandler(OK, 'y = x.split("/")', 'print(y[0])', 'if not all(p.isalnum() for p in y): raise ValueError()', 'sink(y)'), // prettier-ignore
    ],
    ['the first alone', 'harmful', 'PATH', pythonHandler(OK, 'y = x.split("/")', refuse('y[0]'), 'sink(y)')],
    [
      'each one checked separately',
      'harmful',
      'PATH',
      pythonHandler(OK, 'y = x.split("/")', 'if all(p.isalnum() for p in y):', '    print(y[0])', 'sink(y[0])'), // prettier-ignore
    ],
    ['one or a default', 'harmful', 'PATH', pythonHandler(OK, 'a, b = x or ("c", "d")', 'sink(b)')],
  ]);
});

describe('the identity of targets in Python', () => {
  flows('python', [
    ['the last of known ones', 'harmful', 'PATH', pythonHandler('', '*a, b = ("c", "d", x)', 'sink(b)')],
    ['those before it', 'harmless', 'PATH', pythonHandler('', '*a, b = ("c", "d", x)', 'sink(*a)')],
    ['the first', 'harmless', 'PATH', pythonHandler('', 'a, *b, c = ("c", x, "d")', 'sink(a, c)')],
    ['those between', 'harmful', 'PATH', pythonHandler('', 'a, *b, c = ("c", x, "d")', 'sink(b[0])')],
    [
      'the last in a loop',
      'harmful',
      'PATH',
      pythonHandler('', 'for *_, last in [("a", "b", x)]:', '    sink(last)'),
    ],
    [
      'those before it in a loop',
      'harmless',
      'PATH',
      pythonHandler('', 'for *others, _ in [("a", "b", x)]:', '    sink(*others)'),
    ],
    [
      'the last in a class',
      'harmful',
      'PATH',
      lines('def handler(x):', '    class A:', '        *a, b = ("c", x)', '    sink(A.b)'),
    ],
  ]);
});

describe('a check of the addresses of a host', () => {
  const IMPORTS = 'import socket, ipaddress';
  const asked = (loop: string, address: string, truth = 'is_global'): string =>
    pythonHandler(
      IMPORTS,
      'infos = socket.getaddrinfo(x, 443)',
      loop,
      `    if not ipaddress.ip_address(${address}).${truth}:`,
      '        raise ValueError()',
      'sink(x)',
    );
  flows('python', [
    ['of the last target', 'harmless', 'URL', asked('for *_, place in infos:', 'place[0]')],
    ['of the last of five', 'harmless', 'URL', asked('for _, _, _, _, place in infos:', 'place[0]')],
    ['of an item', 'harmless', 'URL', asked('for info in infos:', 'info[4][0]')],
    ['another query', 'harmful', 'URL', asked('for *_, place in infos:', 'place[0]', 'is_loopback')],
    [
      'of any of them',
      'harmless',
      'URL',
      pythonHandler(
        IMPORTS,
        'infos = socket.getaddrinfo(x, 443)',
        'if any(ipaddress.ip_address(place[0]).is_private for *_, place in infos):',
        '    raise ValueError()',
        'sink(x)',
      ),
    ],
    [
      'of some of them',
      'harmful',
      'URL',
      pythonHandler(
        IMPORTS,
        'infos = socket.getaddrinfo(x, 443)',
        'if all(ipaddress.ip_address(place[0]).is_private for *_, place in infos):',
        '    raise ValueError()',
        'sink(x)',
      ),
    ],
  ]);
});

describe('a check of one of several targets in other languages', () => {
  const script = (...body: string[]): string => `function handler(x) { ${body.join(' ')} }`;
  const refuse = (name: string): string => `if (!/^[a-z]+$/.test(${name})) throw new Error("no");`;
  flows('javascript', [
    ['the other one', 'harmful', 'PATH', script('const [a, b] = x;', refuse('a'), 'sink(b);')],
    ['the same one', 'harmless', 'PATH', script('const [a, b] = x;', refuse('b'), 'sink(b);')],
    [
      'the others',
      'harmful',
      'PATH',
      script('const [a, ...b] = x;', `for (const each of b) { ${refuse('each')} }`, 'sink(a);'),
    ],
    [
      'the others themselves',
      'harmless',
      'PATH',
      script('const [a, ...b] = x;', `for (const each of b) { ${refuse('each')} }`, 'sink(...b);'),
    ],
    ['an index', 'harmless', 'PATH', script('const { 0: a } = ["b", x];', 'sink(a);')],
  ]);
  const refused = ['if !ok.MatchString(a) {', '\treturn nil', '}'];
  const pair = 'var ok = regexp.MustCompile("^[a-z]+$")';
  flows('go', [
    [
      'the other result',
      'harmful',
      'PATH',
      goHandler('regexp other', pair, 'a, b, err := other.Pair(x)', ...refused, 'sink(b)'),
    ],
    [
      'the same result',
      'harmless',
      'PATH',
      goHandler('regexp other', pair, 'a, b, err := other.Pair(x)', ...refused, 'sink(a)'),
    ],
  ]);
});
