/**
 * What results refer to: controls, severities, classes of vulnerabilities, the risks that these belong to, the languages of
 * packages, and the weights of scores.
 */
export { CLASSES, RISK_NAMES, VULNERABILITY_CLASSES, type VulnerabilityClass } from './findings/classes.js';
export { SEVERITIES, type Severity } from './findings/finding.js';
export { ECOSYSTEMS, LANGUAGE_OF } from './ir/language-names.js';
export { HIGHEST_WITHOUT_EVIDENCE, isAdvanced } from './scoring/advanced.js';
export { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION, type Control } from './scoring/control-catalog.js';
export { scoreWeightsOf } from './scoring/score-weights.js';
