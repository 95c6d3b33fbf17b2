import escapeHtml from 'escape-html';

/** Text that is HTML already. */
export class Markup {
  constructor(readonly text: string) {}
}

/** HTML from a template: every value in it is text and escaped, unless it is HTML itself. */
export function markup(parts: TemplateStringsArray, ...values: readonly (string | Markup)[]): Markup {
  const written = values.map((value) => (value instanceof Markup ? value.text : escapeHtml(value)));
  return new Markup(String.raw({ raw: parts }, ...written));
}
