import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markup } from './markup.js';

describe('markup', () => {
  it('escapes every value that is not markup', () => {
    const name = `<script>"x" & 'y'</script>`;
    const inner = markup`<b>${name}</b>`;
    expect(markup`<p title="${name}">${inner}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;">' +
        '<b>&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;</b></p>',
    );
  });

  it('never lets a value close an attribute or open a tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(markup`${value}`.text).not.toMatch(/[<>"']/);
      }),
    );
  });
});
