import { expect, it } from '@jest/globals';
import { oscalText } from './oscal-text.js';

it.each([
  ['The text of `a_b` reaches a shell.', 'The text of `a_b` reaches a shell.'],
  ['[here](javascript:x)', String.raw`\[here\](javascript:x)`],
  ['<img src=x>', String.raw`\<img src=x\>`],
  ['a `code` <b> ` open', String.raw`a ${'`code`'} \<b\> ${'`'} open`],
  ['&lt; *a* _b_ ~c~ ^d^ {{ x }} | \\', String.raw`\&lt; \*a\* \_b\_ \~c\~ \^d\^ \{\{ x \}\} \| \\`],
  [' two\n\n# lines ', 'two # lines'],
])('%j is %j', (text, expected) => {
  expect(oscalText(text)).toBe(expected);
});
