import { Command } from 'commander';
import { configurationReference } from '../config/configuration-reference.js';
import { registryYaml } from '../openapi-export.js';
import { print } from './command-context.js';

/** `openapi`: the API's description, made without a database. */
export const openapiCommand = (): Command =>
  new Command('openapi').description('print the OpenAPI document of the registry').action(async () => {
    print((await registryYaml()).trimEnd());
  });

/** `configuration`: every key with its default. */
export const configurationCommand = (): Command =>
  new Command('configuration').description('print the reference of all configuration keys').action(() => {
    print(configurationReference().trimEnd());
  });
