import type { Command } from 'commander';
import { configurationKeys, configurationReference } from '../config/configuration-reference.js';
import { jsonOption, printDocument, type OutputOptions } from './json-output.js';

/** Defines `configuration`: every key with its default. */
export function defineConfiguration(command: Command): void {
  command.addOption(jsonOption()).action((options: OutputOptions) => {
    printDocument(options, configurationKeys(), configurationReference());
  });
}
