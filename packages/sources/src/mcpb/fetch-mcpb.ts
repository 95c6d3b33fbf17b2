import { createHash } from 'node:crypto';
import type { FetchedSource, HttpFetchContext } from '../fetched-source.js';
import type { HttpClient, HttpRequest } from '../network/http-client.js';
import { SourceError } from '../source-error.js';
import type { McpbSpec } from '../source-spec.js';

const requestOf = ({ url }: McpbSpec, maxBytes: number): HttpRequest => ({
  url: new URL(url),
  accept: '*/*',
  maxBytes,
  what: 'the MCP bundle',
});

/** Fetches an MCP bundle byte for byte. @throws SourceError also when its digest is another one */
export async function fetchMcpb(
  spec: McpbSpec,
  { client, archive, limits }: HttpFetchContext,
): Promise<FetchedSource> {
  const { sha256, size } = await client.save(requestOf(spec, limits.archiveBytes), archive);
  if (spec.sha256 != null && spec.sha256 !== sha256)
    throw new SourceError(
      'integrity',
      `the MCP bundle has the digest sha256:${sha256}, which is another one`,
    );
  return { archive, sha256, size };
}

/** The digest of an MCP bundle, in hex. @throws SourceError */
export async function digestOfMcpb(spec: McpbSpec, client: HttpClient, maxBytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of client.read(requestOf(spec, maxBytes))) hash.update(chunk);
  return hash.digest('hex');
}
