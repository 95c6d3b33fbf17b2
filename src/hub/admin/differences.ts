/** What of a change is not so already, and what was there before. */
export function differences<Change extends object>(
  current: Readonly<Required<Change>>,
  asked: Change,
): { readonly change: Change; readonly before: Partial<Change> } {
  const keys = (Object.keys(asked) as (keyof Change)[]).filter((key) => asked[key] !== current[key]);
  const pick = (from: Change): Change => Object.fromEntries(keys.map((key) => [key, from[key]])) as Change;
  return { change: pick(asked), before: pick(current) };
}
