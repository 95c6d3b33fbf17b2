/** The spans of time in which the predicted level stays above `minimum`. */
export function windowsAbove(levels, minimum) {
  const windows = [];
  let from;
  for (const { at, height } of levels) {
    if (height >= minimum && from === undefined) from = at;
    if (height < minimum && from !== undefined) {
      windows.push({ from, until: at });
      from = undefined;
    }
  }
  if (from !== undefined) windows.push({ from, until: levels.at(-1).at });
  return windows;
}
