/**
 * The table of a run.
 * @param judged `{ mutant, verdict }` for each
 * @param survivors accepted ones, with their reasons
 * @param barOf the share of an area that must be caught
 * @returns {{ lines: string[], ok: boolean }}
 */
export function summaryOf(judged, survivors, barOf) {
  const accepted = new Map(survivors.map(({ id, reason }) => [id, reason]));
  const areas = new Map();
  for (const each of judged) {
    const { area } = each.mutant;
    const counts = areas.get(area) ?? { caught: 0, types: 0, lived: 0, accepted: 0, bar: barOf(each.mutant) };
    if (each.verdict === 'caught') {
      counts.caught += 1;
      if (each.by === 'types') counts.types += 1;
    } else if (accepted.has(each.mutant.id)) counts.accepted += 1;
    else counts.lived += 1;
    areas.set(area, counts);
  }
  const isStale = ({ mutant, verdict }) => verdict === 'caught' && accepted.has(mutant.id);
  const stale = judged.filter(isStale).map(({ mutant, by }) => `${mutant.id} (${by})`);
  const living = judged.filter(({ mutant, verdict }) => verdict !== 'caught' && !accepted.has(mutant.id));
  const lines = ['', 'area                 caught  by types  lived  accepted  share  bar'];
  let ok = stale.length === 0;
  for (const [area, { caught, types, lived, accepted: known, bar }] of areas) {
    const share = caught + lived === 0 ? 1 : caught / (caught + lived);
    ok &&= share >= bar;
    const percent = `${(share * 100).toFixed(1)} %`;
    lines.push(
      `${area.padEnd(20)} ${String(caught).padStart(6)} ${String(types).padStart(9)} ${String(lived).padStart(6)} ${String(known).padStart(9)} ${percent.padStart(7)} ${bar * 100} %${share < bar ? '  BELOW' : ''}`,
    );
  }
  if (living.length > 0) lines.push('', 'lived:');
  for (const { mutant, verdict, tests, able } of living)
    lines.push(
      `  ${mutant.id} (${verdict === 'lived' ? `${tests} of ${able} test files that reach it` : verdict})`,
    );
  if (stale.length > 0) lines.push('', 'accepted as survivors, but caught:', ...stale.map((id) => `  ${id}`));
  return { lines, ok };
}
