import { SEVERITY_BOUNDS, type SeverityBound } from '../mcp-facts.js';
import { certainly, targetType } from './policy-target.js';

/** The severity of the worst open finding. */
export const severity = targetType<SeverityBound>({
  matches: 'below',
  format: `\`max:<${SEVERITY_BOUNDS.join('|')}>\``,
  rule: `must be max:<severity>, one of ${SEVERITY_BOUNDS.join(', ')}`,
  parse: (text) => SEVERITY_BOUNDS.find((bound) => text === `max:${bound}`),
  match: (max, { worstFinding }) =>
    SEVERITY_BOUNDS.indexOf(worstFinding) >= SEVERITY_BOUNDS.indexOf(max)
      ? undefined
      : certainly(`the worst finding is ${worstFinding}; allowed is at most ${max}`),
});
