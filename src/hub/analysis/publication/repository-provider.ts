import { CODE_HOSTS, type CodeHost } from '@mcp-hub/sources/code-hosts';
import { repositoryKey } from '@mcp-hub/client-configurations/names';

/** The code host of a repository. The registry knows the public ones; others work like GitHub for its clients. */
export function providerOf(repoUrl: string): CodeHost['kind'] {
  const [host] = repositoryKey(repoUrl).split('/');
  return CODE_HOSTS.find((each) => each.host === host)?.kind ?? 'github';
}
