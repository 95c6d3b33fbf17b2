import { repositoryKey } from '../mcps/repository-key.js';
import type { RegistryPublication } from '../registry-client/registry-documents.js';

type Provider = RegistryPublication['repo_provider'];

const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
]);

/** The code host of a repository. The registry knows three; other ones work like GitHub for its clients. */
export function providerOf(repoUrl: string): Provider {
  const [host = ''] = repositoryKey(repoUrl).split('/');
  return PROVIDERS.get(host) ?? 'github';
}
