/** The numbers of the matching lines, from 1, each with its first group. */
export function matchingLines(
  text: string,
  pattern: RegExp,
): { readonly line: number; readonly found: string }[] {
  return text.split('\n').flatMap((content, at) => {
    const match = pattern.exec(content);
    return match === null ? [] : [{ line: at + 1, found: match[1] ?? '' }];
  });
}
