import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../../common/logging/logger.js';
import { PasswordPrompt, type PromptParts } from './password-prompt.js';
import { providerConfiguration, type ProviderParts } from './provider-configuration.js';

/** The provider as it serves requests. */
export interface StartedProvider {
  readonly prompt: PasswordPrompt;
  readonly serve: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
}

/** Loads `oidc-provider` and sets it up. */
export async function startProvider(
  issuer: string,
  parts: ProviderParts,
  promptParts: PromptParts,
  logger: Logger,
): Promise<StartedProvider> {
  const { Provider, interactionPolicy } = await import('oidc-provider');
  const provider = new Provider(issuer, providerConfiguration(parts, interactionPolicy));
  // The scheme of the public URL is told as an ingress would.
  provider.proxy = true;
  const failed = (error: unknown): void => logger.error({ err: error }, 'the built-in provider failed');
  provider.on('server_error', (_ctx, error) => failed(error));
  (provider as EventEmitter).on('error', failed);
  return { prompt: new PasswordPrompt(provider, promptParts), serve: provider.callback() };
}
