import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { AppModule } from '../app.module.js';
import { createLogger } from '../common/logging/logger.js';
import type { AppConfig } from '../config/app-config.js';
import { API_DOCUMENTS } from './openapi.js';

// Preview mode creates no providers, so these values are never used.
const NOTHING = {
  config: {} as AppConfig,
  logger: createLogger('silent'),
  database: 'postgres://localhost/none',
};

/** The OpenAPI document of one of the APIs, generated from the code only. */
export async function openapiDocument(name: keyof typeof API_DOCUMENTS): Promise<OpenAPIObject> {
  const app = await NestFactory.create(AppModule.with(NOTHING), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  try {
    return API_DOCUMENTS[name](app);
  } finally {
    await app.close();
  }
}

export const openapiYaml = (document: OpenAPIObject): string =>
  // Many parsers use YAML 1.1, in which an unquoted time is not a string.
  stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' });
