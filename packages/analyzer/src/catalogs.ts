/** The catalogs that results refer to: controls, classes of vulnerabilities and the risks that these belong to. */
export { CLASSES, RISK_NAMES, VULNERABILITY_CLASSES, type VulnerabilityClass } from './findings/classes.js';
export { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION, type Control } from './scoring/control-catalog.js';
