const LEVELS = ['error', 'warn', 'info', 'debug'];

export function countLevels(text) {
  const counts = Object.fromEntries(LEVELS.map((l) => [l, 0]));
  let lines = 0;
  for (const line of text.split('\n')) {
    if (!line) continue;
    lines++;
    const lower = line.toLowerCase();
    const level = LEVELS.find((l) => lower.includes(`"level":"${l}"`) || lower.startsWith(l));
    if (level) counts[level]++;
  }
  return { lines, counts };
}
