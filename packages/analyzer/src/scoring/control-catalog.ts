import type { Severity } from '../findings/finding.js';

/** The version of the catalog below. It changes with every control, weight or condition. */
export const CONTROLS_CATALOG_VERSION = 'controls-1.0.0';

type ControlCategory = 'SECURITY' | 'SUPPLY_CHAIN' | 'MATURITY';

interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  readonly category: ControlCategory;
  /** It concerns risks specific to MCP servers; level 2 requires all of these (analysis contract 7). */
  readonly isMcpCritical: boolean;
  readonly weight: number;
  /** The severity of a failure. */
  readonly severity: Severity;
}

const SECURITY = { category: 'SECURITY', isMcpCritical: false } as const;
const MCP = { category: 'SECURITY', isMcpCritical: true } as const;
const SUPPLY_CHAIN = { category: 'SUPPLY_CHAIN', isMcpCritical: false } as const;
const MATURITY = { category: 'MATURITY', isMcpCritical: false } as const;

/** The 17 controls, in the order of their results. */
export const CONTROL_CATALOG = [
  { ...SECURITY, id: 'SEC-001', name: 'Injection prevention', weight: 10, severity: 'critical' },
  { ...SECURITY, id: 'SEC-002', name: 'Filesystem boundary', weight: 8, severity: 'high' },
  { ...SECURITY, id: 'SEC-003', name: 'No hard-coded secrets', weight: 9, severity: 'high' },
  { ...SECURITY, id: 'SEC-004', name: 'Egress and data-exposure control', weight: 8, severity: 'high' },
  { ...MCP, id: 'SEC-005', name: 'Tool definition integrity', weight: 10, severity: 'critical' },
  { ...MCP, id: 'SEC-006', name: 'Prompt-injection-safe output', weight: 7, severity: 'high' },
  { ...MCP, id: 'SEC-007', name: 'Tool input schema validation', weight: 7, severity: 'medium' },
  { ...MCP, id: 'SEC-008', name: 'Least privilege and authorization', weight: 8, severity: 'high' },
  { ...MCP, id: 'SEC-009', name: 'Secure transport', weight: 6, severity: 'medium' },
  { ...SECURITY, id: 'SEC-010', name: 'Resource limits and timeouts', weight: 5, severity: 'medium' },
  { ...SECURITY, id: 'SEC-011', name: 'Safe storage and logging', weight: 5, severity: 'medium' },
  {
    ...SUPPLY_CHAIN,
    id: 'SUP-001',
    name: 'No vulnerable, malicious or install-script dependency',
    weight: 8,
    severity: 'high',
  },
  {
    ...SUPPLY_CHAIN,
    id: 'SUP-002',
    name: 'Dependencies locked with integrity',
    weight: 6,
    severity: 'medium',
  },
  { ...SUPPLY_CHAIN, id: 'SUP-003', name: 'Licence declared and compatible', weight: 3, severity: 'low' },
  { ...MATURITY, id: 'MAT-001', name: 'Documentation and security policy', weight: 3, severity: 'low' },
  { ...MATURITY, id: 'MAT-002', name: 'Automated tests', weight: 4, severity: 'low' },
  { ...MATURITY, id: 'MAT-003', name: 'Continuous integration', weight: 3, severity: 'low' },
] as const satisfies readonly CatalogEntry[];

export type ControlId = (typeof CONTROL_CATALOG)[number]['id'];

/** A control of the catalog. */
export type Control = CatalogEntry & { readonly id: ControlId };
