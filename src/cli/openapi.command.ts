import { Argument, type Command } from 'commander';
import { API_DOCUMENTS } from '../openapi/openapi.js';
import { openapiDocument, openapiYaml } from '../openapi/openapi-export.js';
import { jsonOption, printDocument, type OutputOptions } from './json-output.js';

/** Defines `openapi`: prints the OpenAPI document of an API, without a database. */
export function defineOpenapi(command: Command): void {
  command
    .addArgument(new Argument('[api]').choices(Object.keys(API_DOCUMENTS)).default('registry'))
    .addOption(jsonOption())
    .action(async (api: keyof typeof API_DOCUMENTS, options: OutputOptions) => {
      const document = await openapiDocument(api);
      printDocument(options, document, openapiYaml(document));
    });
}
