/** The result that a badge shows: of the newest version. */
export interface BadgeResult {
  /** Null without a complete analysis. */
  readonly globalScore: number | null;
  readonly certificationLevel: number | null;
}

interface Value {
  readonly text: string;
  readonly color: string;
}

const LABEL = 'mcp-hub';

// Widths of Verdana at 11 pixels, rounded up; the text is stretched or squeezed to them.
const CHARACTER_WIDTH = 6.6;
const PADDING = 10;

const UNKNOWN: Value = { text: 'not analyzed', color: '#6b7280' };
const REFUSED_COLOR = '#b42318';
const LEVEL_COLORS = ['#b42318', '#8a6100', '#1f7a3a', '#14632c'];

/** Contains only numbers and fixed words, so that nobody's text gets into the picture. */
function valueOf(result: BadgeResult | undefined): Value {
  const { globalScore = null, certificationLevel = null } = result ?? {};
  if (globalScore === null || certificationLevel === null) return UNKNOWN;
  const score = Math.round(globalScore);
  if (certificationLevel < 1) return { text: `not certified · ${score}`, color: REFUSED_COLOR };
  return {
    text: `level ${certificationLevel} · ${score}`,
    color: LEVEL_COLORS[certificationLevel] ?? REFUSED_COLOR,
  };
}

/** The badge of an MCP as SVG. */
export function badgeSvg(result: BadgeResult | undefined): string {
  const { text, color } = valueOf(result);
  const widthOf = (words: string): number => Math.ceil(words.length * CHARACTER_WIDTH);
  const [label, value] = [widthOf(LABEL) + PADDING, widthOf(text) + PADDING];
  const at = (x: number, words: string): string =>
    `<text x="${x}" y="14" textLength="${widthOf(words)}" lengthAdjust="spacingAndGlyphs">${words}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${label + value}" height="20" role="img" ` +
    `aria-label="${LABEL}: ${text}"><title>${LABEL}: ${text}</title>` +
    `<clipPath id="r"><rect width="${label + value}" height="20" rx="3"/></clipPath><g clip-path="url(#r)">` +
    `<rect width="${label}" height="20" fill="#374151"/><rect x="${label}" width="${value}" height="20" fill="${color}"/></g>` +
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">` +
    `${at(label / 2, LABEL)}${at(label + value / 2, text)}</g></svg>\n`
  );
}
