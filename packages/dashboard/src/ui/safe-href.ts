/** An address for a link, if it is one of the web; texts of publishers may be anything, such as `javascript:`. */
export function safeHref(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}
