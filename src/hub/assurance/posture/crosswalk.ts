import { RISK_IDS } from './risks.js';

/** Titles in the beta of 2025 of the list that OWASP publishes, in the order of their ids. */
const PUBLISHED_TITLES = [
  'Token Mismanagement & Secret Exposure',
  'Privilege Escalation via Scope Creep',
  'Tool Poisoning',
  'Software Supply Chain Attacks & Dependency Tampering',
  'Command Injection & Execution',
  'Prompt Injection via Contextual Payloads',
  'Insufficient Authentication & Authorization',
  'Lack of Audit and Telemetry',
  'Shadow MCP Servers',
  'Context Injection & Over-Sharing',
];

/** The published title of each risk, for readers who know that list: most differ from the names of this API. */
export const CROSSWALK = RISK_IDS.map((id, index) => ({
  risk_id: id,
  published_title: PUBLISHED_TITLES[index] ?? '',
}));
