import { isResult } from '../../catalog/mcps/mcp-values.js';
import { licensesIn } from '../policies/licenses.js';
import { mcpFacts, type McpFacts, type ServerFacts, type VersionFacts } from '../policies/mcp-facts.js';
import type { Subject } from './subject.js';

/**
 * What a version of a server is to policies.
 * @param licensesOf parses the text of a license
 */
export function versionSubject(
  server: ServerFacts,
  version: VersionFacts,
  licensesOf: (text: string) => McpFacts['licenses'],
): Subject {
  const { revoked, status, snapshot } = version;
  if (revoked !== null) return { kind: 'revoked', reason: revoked };
  if (!isResult(status)) return { kind: status === 'FAILED' ? 'analysis_failed' : 'not_analyzed' };
  if (snapshot === null) return { kind: 'incomplete_analysis' };
  return { kind: 'analyzed', facts: mcpFacts(server, version, snapshot, licensesOf(server.license)) };
}

/** Reads the licenses that a text offers; each text is parsed once. @param read null or undefined: the text is no license */
export function licenseReader(read = licensesIn): (text: string) => McpFacts['licenses'] {
  const known = new Map<string, McpFacts['licenses']>();
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const licenses = read(text) ?? null;
    known.set(text, licenses);
    return licenses;
  };
}
