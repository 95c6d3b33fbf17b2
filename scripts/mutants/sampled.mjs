/** A generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
