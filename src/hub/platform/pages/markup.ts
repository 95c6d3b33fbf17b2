import escapeHtml from 'escape-html';

/** Trusted HTML. */
export class Markup {
  constructor(readonly text: string) {}
}

/** A template of HTML: values are escaped, unless they are `Markup`. */
export function markup(parts: TemplateStringsArray, ...values: readonly (string | Markup)[]): Markup {
  const written = values.map((value) => (value instanceof Markup ? value.text : escapeHtml(value)));
  return new Markup(String.raw({ raw: parts }, ...written));
}
