import { describe } from '@jest/globals';
import { flows, pythonHandler } from '../../support/flow-rows.js';

describe('what Python does with texts', () => {
  flows('python', [
    ['as it is', 'harmful', 'SHELL', pythonHandler('', 'sink(x)')],
    ['in a text', 'harmful', 'SHELL', pythonHandler('', 'sink(f"ls {x}")')],
    ['formatted', 'harmful', 'SQL', pythonHandler('', 'sink("select {} from t".format(x))')],
    ['by percent', 'harmful', 'SQL', pythonHandler('', 'sink("select %s from t" % x)')],
    ['joined', 'harmful', 'SHELL', pythonHandler('', 'sink(" ".join(["ls", x]))')],
    ['in other letters', 'harmful', 'SHELL', pythonHandler('', 'sink(x.strip().lower().replace("a", "b"))')],
    ['split', 'harmful', 'SHELL', pythonHandler('', 'for part in x.split(","):', '    sink(part)')],
    ['a number', 'harmless', 'SHELL', pythonHandler('', 'sink(f"head -{int(x)}")')],
    ['a number that may be large', 'harmful', 'SIZE', pythonHandler('', 'sink(int(x))')],
    ['a bounded number', 'harmless', 'SIZE', pythonHandler('', 'sink(min(int(x), 100))')],
    ['the greater of two', 'harmful', 'SIZE', pythonHandler('', 'sink(max(int(x), 100))')],
    ['clamped', 'harmless', 'SIZE', pythonHandler('', 'n = int(x)', 'if n > 100:', '    n = 100', 'sink(n)')],
    ['a text that was a number', 'harmless', 'SHELL', pythonHandler('', 'int(x)', 'sink(x)')],
    [
      'a text that need not be a number',
      'harmful',
      'SHELL',
      pythonHandler('', 'try:', '    int(x)', 'except ValueError:', '    pass', 'sink(x)'),
    ],
    [
      'a text that must be a number',
      'harmless',
      'SHELL',
      pythonHandler('', 'try:', '    int(x)', 'except ValueError:', '    return', 'sink(x)'),
    ],
    [
      'of a type',
      'harmless',
      'SQL',
      pythonHandler('', 'if not isinstance(x, (int, float)):', '    return', 'sink(x)'),
    ],
    [
      'of a type that is a text',
      'harmful',
      'SQL',
      pythonHandler('', 'if not isinstance(x, str):', '    return', 'sink(x)'),
    ],
    [
      'digits',
      'harmless',
      'SQL',
      pythonHandler('', 'if not x.isdigit():', '    raise ValueError()', 'sink(x)'),
    ],
    [
      'printable',
      'harmful',
      'SQL',
      pythonHandler('', 'if not x.isprintable():', '    raise ValueError()', 'sink(x)'),
    ],
    [
      'quoted for a shell',
      'harmless',
      'SHELL',
      pythonHandler('import shlex', 'sink("ls " + shlex.quote(x))'),
    ],
    [
      'quoted for a shell alone',
      'harmful',
      'PATH',
      pythonHandler('import shlex', 'sink("ls " + shlex.quote(x))'),
    ],
    [
      'each quoted',
      'harmless',
      'SHELL',
      pythonHandler('import shlex', 'sink(" ".join(shlex.quote(a) for a in x))'),
    ],
    [
      'each quoted by map',
      'harmless',
      'SHELL',
      pythonHandler('import shlex', 'sink(" ".join(map(shlex.quote, x)))'),
    ],
    ['none quoted', 'harmful', 'SHELL', pythonHandler('', 'sink(" ".join(a for a in x))')],
    ['split like a shell does', 'harmful', 'SHELL', pythonHandler('import shlex', 'sink(shlex.split(x)[0])')],
    [
      'a digest',
      'harmless',
      'PATH',
      pythonHandler('import hashlib', 'sink(hashlib.sha256(x.encode()).hexdigest())'),
    ],
    ['an identifier', 'harmless', 'PATH', pythonHandler('import uuid', 'sink(str(uuid.UUID(x)))')],
    ['decoded', 'harmful', 'SHELL', pythonHandler('import base64', 'sink(base64.b64decode(x).decode())')],
    ['read as data', 'harmful', 'SHELL', pythonHandler('import json', 'sink(json.loads(x)["command"])')],
    ['told as data', 'harmful', 'SHELL', pythonHandler('import json', 'sink(json.dumps({"a": x}))')],
    [
      'a date',
      'harmless',
      'SQL',
      pythonHandler('from datetime import datetime', 'sink(datetime.strptime(x, "%Y").isoformat())'),
    ],
  ]);
});
