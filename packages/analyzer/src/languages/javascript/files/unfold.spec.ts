import { describe, expect, it } from '@jest/globals';
import { growth, IN_PROPORTION, repeated } from '../../../../test/support/growth.js';
import { unfold } from './unfold.js';

const LONG = 'call(1);'.repeat(60);

describe('unfold', () => {
  it('breaks long lines after statements and braces', () => {
    const lines = unfold(`${LONG}function a(){return 1}`)?.text.split('\n') ?? [];
    expect(lines).toHaveLength(62);
    expect(lines.slice(-3)).toEqual(['call(1);', 'function a(){', 'return 1}']);
  });

  it.each([
    ['a string', '"a;{b"'],
    ['a template', '`a;{b`'],
    ['a regular expression', '/a;{2}[/;]/.test(b)'],
    ['a comment', '/* a;{ */'],
  ])('leaves %s as it is', (_what, code) => {
    expect(unfold(`${LONG}${code}`)?.text).toContain(code);
  });

  it('breaks code in a template', () => {
    expect(unfold(`${LONG}\`\${a(()=>{b;c})}\``)?.text).toContain('b;\nc');
  });

  it('does not separate code from what is far to the right of it', () => {
    const far = `x=1;${' '.repeat(200)}eval(y)`;
    expect(unfold(`${LONG}${far}`)?.text).toContain(far);
  });

  it('knows the position of each line in the file', () => {
    const text = `#!/usr/bin/env node\n${LONG}\nshort();\n${LONG}evil()`;
    const unfolded = unfold(text);
    const line = (unfolded?.text.split('\n').indexOf('evil()') ?? 0) + 1;
    expect(unfolded?.originOf(1)).toEqual({ line: 1, column: 1 });
    expect(unfolded?.originOf(line)).toEqual({ line: 4, column: LONG.length + 1 });
    expect(unfolded?.originOf(line, 3)).toEqual({ line: 4, column: LONG.length + 3 });
    expect(unfolded?.originOf(2 + 60)).toEqual({ line: 3, column: 1 });
  });

  it.each([
    ['short lines', 'a();\nb();'],
    ['old line terminators', `${LONG}\r${LONG}`],
  ])('leaves %s alone', (_what, text) => {
    expect(unfold(text)).toBeUndefined();
  });

  it.each(['a();', '{', '"', '`', '/', ',', ';\n'])('handles many %j in linear time', (unit) => {
    expect(growth((length) => unfold(repeated(unit, length)), 200_000)).toBeLessThan(IN_PROPORTION);
  });
});
