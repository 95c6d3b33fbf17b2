import { randomFrom } from '../../test/support/random.mjs';

/** Some of a list by chance, the same for the same seed, with about as many of each area; in the order of the list. */
export function sampled(mutants, count, seed) {
  const random = randomFrom(seed);
  const areas = new Map();
  for (const mutant of mutants) {
    const list = areas.get(mutant.area) ?? [];
    list.push({ mutant, rank: random() });
    areas.set(mutant.area, list);
  }
  for (const list of areas.values()) list.sort((a, b) => a.rank - b.rank);
  const picked = new Set();
  for (let index = 0; picked.size < Math.min(count, mutants.length); index += 1) {
    for (const list of areas.values())
      if (index < list.length && picked.size < count) picked.add(list[index].mutant);
  }
  return mutants.filter((mutant) => picked.has(mutant));
}
