import { describe, expect, it } from '@jest/globals';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { escapedProps } from './escaped-props.ts';
import { jsx, jsxs } from './jsx-runtime.ts';

const HIDDEN = 'in\u202evoice\u200b\u2800';
const SHOWN = String.raw`in\u{202e}voice\u{200b}\u{2800}`;

const html = (node: ReactNode): string => renderToStaticMarkup(node);

describe('what the dashboard renders', () => {
  it('shows hidden characters of any text as the command line does', () => {
    expect(html(jsx('code', { children: HIDDEN }))).toBe(`<code>${SHOWN}</code>`);
    expect(html(jsxs('p', { children: [HIDDEN, ' ', 1, [HIDDEN], null] }))).toBe(`<p>${SHOWN} 1${SHOWN}</p>`);
    const attributes = { title: HIDDEN, 'aria-label': HIDDEN };
    expect(html(jsx('i', attributes))).toBe(`<i title="${SHOWN}" aria-label="${SHOWN}"></i>`);
  });

  it('shows them also where a component of a library makes the element', () => {
    const Other = ({ children }: { readonly children: ReactNode }) => children;
    expect(html(jsx(Other, { children: HIDDEN }))).toBe(SHOWN);
  });

  it.each(['one\n\ttwo', 'کتاب\u200cها', '👩\u200d💻', 'süß', '日本語', String.raw`\u{202e}`])(
    'leaves %j as it is',
    (text) => {
      const props = { children: [text], title: text };
      expect(escapedProps(props)).toBe(props);
    },
  );

  it('changes no value: of links, fields and keys', () => {
    const values = { href: HIDDEN, value: HIDDEN, text: HIDDEN, onClick: () => HIDDEN };
    expect(escapedProps(values)).toBe(values);
  });

  it('breaks lines of any system', () => {
    expect(html(jsx('pre', { children: 'a\r\nb\rc' }))).toBe('<pre>a\nb\\u{d}c</pre>');
  });
});
