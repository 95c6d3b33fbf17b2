/** Some of a list by chance, the same for the same seed, with about as many of each area; in the order of the list. */
export function sampled<Each extends { readonly area: string }>(
  mutants: readonly Each[],
  count: number,
  seed: number,
): Each[];
