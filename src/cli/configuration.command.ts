import type { Command } from 'commander';
import { configurationKeys, configurationReference } from '../config/configuration-reference.js';
import { jsonOption, printResult, type OutputOptions } from './json-output.js';

/** Defines `configuration`: every key with its default. */
export function defineConfiguration(command: Command): void {
  command.addOption(jsonOption()).action((options: OutputOptions) => {
    printResult(options, configurationKeys(), [configurationReference().trimEnd()]);
  });
}
