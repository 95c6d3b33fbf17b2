const clock = (iso) => iso.slice(0, 16).replace("T", " ");

const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

export const compass = (degrees) => POINTS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8];

export function tideTable(label, rows) {
  const lines = rows.map((row) => `${clock(row.at)}  ${row.kind.padEnd(4)}  ${row.height.toFixed(2)} m`);
  return [label, ...lines].join("\n");
}

export function seaReport(label, sea) {
  return [
    label,
    `Waves ${sea.waveHeight.toFixed(1)} m, period ${sea.wavePeriod.toFixed(0)} s`,
    `Wind ${sea.windKnots.toFixed(0)} kn from ${compass(sea.windFrom)}`,
    `Water ${sea.waterTemperature.toFixed(1)} °C`,
  ].join("\n");
}

export function windowReport(label, windows) {
  if (windows.length === 0) return `${label}\nThe water is never deep enough.`;
  return [label, ...windows.map(({ from, until }) => `${clock(from)} to ${clock(until)}`)].join("\n");
}
