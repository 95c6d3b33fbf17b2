import { Argument, Command } from 'commander';
import { configurationKeys, configurationReference } from '../config/configuration-reference.js';
import { API_DOCUMENTS } from '../openapi.js';
import { openapiDocument, openapiYaml } from '../openapi-export.js';
import { jsonOption, printResult, type OutputOptions } from './json-output.js';

/** `openapi`: the description of an API, made without a database. */
export const openapiCommand = (): Command =>
  new Command('openapi')
    .description('print the OpenAPI document of the registry, or of the hub (v1)')
    .addArgument(new Argument('[api]').choices(Object.keys(API_DOCUMENTS)).default('registry'))
    .addOption(jsonOption())
    .action(async (api: keyof typeof API_DOCUMENTS, options: OutputOptions) => {
      const document = await openapiDocument(api);
      printResult(options, document, [openapiYaml(document).trimEnd()]);
    });

/** `configuration`: every key with its default. */
export const configurationCommand = (): Command =>
  new Command('configuration')
    .description('print the reference of all configuration keys')
    .addOption(jsonOption())
    .action((options: OutputOptions) => {
      printResult(options, configurationKeys(), [configurationReference().trimEnd()]);
    });
