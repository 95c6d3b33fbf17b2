import {
  CLASSES,
  RISK_NAMES,
  VULNERABILITY_CLASSES,
  type VulnerabilityClass,
} from '@mcp-hub/analyzer/catalogs';

/** One of the ten risks of the framework, with the classes that belong to it. */
export interface Risk {
  readonly id: string;
  readonly name: string;
  readonly classes: readonly VulnerabilityClass[];
}

/** The ten risks in their order: the fixed mapping of classes to risks. */
export const RISKS: readonly Risk[] = Object.entries(RISK_NAMES).map(([id, name]) => ({
  id,
  name,
  classes: VULNERABILITY_CLASSES.filter((letter) => CLASSES[letter].risk === id),
}));

export const RISK_IDS: readonly string[] = RISKS.map(({ id }) => id);
