import { NestFactory } from '@nestjs/core';
import { stringify } from 'yaml';
import { AppModule } from './app.module.js';
import { createLogger } from './common/logging/logger.js';
import type { AppConfig } from './config/app-config.js';
import { API_DOCUMENTS } from './openapi.js';

// Preview mode creates no provider, so nothing of this is ever read or connected to.
const NOTHING = {
  config: {} as AppConfig,
  logger: createLogger('silent'),
  database: 'postgres://localhost/none',
};

/** The OpenAPI document of one of the APIs as YAML, made from the code alone. */
export async function openapiYaml(name: keyof typeof API_DOCUMENTS): Promise<string> {
  const app = await NestFactory.create(AppModule.with(NOTHING), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  try {
    return stringify(API_DOCUMENTS[name](app), { aliasDuplicateObjects: false, lineWidth: 0 });
  } finally {
    await app.close();
  }
}
