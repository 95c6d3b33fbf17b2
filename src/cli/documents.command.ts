import { Argument, Command } from 'commander';
import { configurationReference } from '../config/configuration-reference.js';
import { API_DOCUMENTS } from '../openapi.js';
import { openapiYaml } from '../openapi-export.js';
import { print } from './command-context.js';

/** `openapi`: the description of an API, made without a database. */
export const openapiCommand = (): Command =>
  new Command('openapi')
    .description('print the OpenAPI document of the registry, or of the hub (v1)')
    .addArgument(new Argument('[api]').choices(Object.keys(API_DOCUMENTS)).default('registry'))
    .action(async (api: keyof typeof API_DOCUMENTS) => {
      print((await openapiYaml(api)).trimEnd());
    });

/** `configuration`: every key with its default. */
export const configurationCommand = (): Command =>
  new Command('configuration').description('print the reference of all configuration keys').action(() => {
    print(configurationReference().trimEnd());
  });
