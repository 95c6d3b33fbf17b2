/** The classes of vulnerabilities by their letters (analysis contract 3). */
export const VULNERABILITY_CLASSES = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'I',
  'J',
  'K',
  'L',
  'M',
  'N',
] as const;
/** The letter of a class. */
export type VulnerabilityClass = (typeof VULNERABILITY_CLASSES)[number];

interface ClassDescription {
  readonly name: string;
  /** The risk that the class belongs to (analysis contract 3). */
  readonly risk: string;
}

/** The ten risks by their names (analysis contract 3). */
export const RISK_NAMES: Readonly<Record<string, string>> = {
  MCP01: 'Token & Credential Mismanagement',
  MCP02: 'Tool Poisoning',
  MCP03: 'Prompt Injection via MCP',
  MCP04: 'Excessive Permissions',
  MCP05: 'Command & Code Injection',
  MCP06: 'Data Exfiltration',
  MCP07: 'Insecure Communication',
  MCP08: 'Insecure Storage',
  MCP09: 'Insufficient Logging',
  MCP10: 'Denial of Service',
};

/** The fourteen classes. */
export const CLASSES: Readonly<Record<VulnerabilityClass, ClassDescription>> = {
  A: { name: 'Command & Code Execution', risk: 'MCP05' },
  B: { name: 'Path Traversal & Arbitrary File Access', risk: 'MCP05' },
  C: { name: 'Excessive Permissions & Missing Authorization', risk: 'MCP04' },
  D: { name: 'SQL & Query Injection', risk: 'MCP05' },
  E: { name: 'Hard-coded Secrets & Credential Mismanagement', risk: 'MCP01' },
  F: { name: 'Sensitive Data Exposure & Exfiltration', risk: 'MCP06' },
  G: { name: 'SSRF & Uncontrolled Egress', risk: 'MCP06' },
  H: { name: 'Insecure Communication', risk: 'MCP07' },
  I: { name: 'Insecure Storage', risk: 'MCP08' },
  J: { name: 'Insufficient Logging & Error Handling', risk: 'MCP09' },
  K: { name: 'Prompt Injection through tool or resource output', risk: 'MCP03' },
  L: { name: 'Tool Poisoning & Rug Pull', risk: 'MCP02' },
  M: { name: 'Resource Exhaustion', risk: 'MCP10' },
  N: { name: 'Algorithmic Complexity & Missing Time or Rate Limits', risk: 'MCP10' },
};
