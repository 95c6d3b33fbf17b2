import {
  SETTINGS_FORMATS,
  SETTINGS_LAUNCHERS,
  type SettingsFormat,
  type SettingsLauncher,
} from '@mcp-hub/client-configurations';
import { IsIn } from 'class-validator';
import { OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import { ENVIRONMENT_RULE, isEnvironmentName } from '../policies/environment-name.js';

const FORMATS = Object.keys(SETTINGS_FORMATS);
const LAUNCHER_NAMES = Object.keys(SETTINGS_LAUNCHERS);

const DEFAULT_ENVIRONMENT = 'production';

/** The values of a parameter with what each means. */
const meanings = (values: Readonly<Record<string, string>>): string =>
  `${Object.entries(values)
    .map(([name, about]) => `\`${name}\`: ${about}`)
    .join('. ')}.`;

/** By what the servers are started. */
export class LauncherQuery {
  @OptionalNotNull({
    enum: LAUNCHER_NAMES,
    default: 'any',
    description: `By what packages are started. ${meanings(SETTINGS_LAUNCHERS)}`,
  })
  @IsIn(LAUNCHER_NAMES)
  launcher: SettingsLauncher = 'any';
}

/** Which managed settings to make. */
export class ManagedSettingsQuery extends LauncherQuery {
  @OptionalNotNull({
    maxLength: 100,
    default: DEFAULT_ENVIRONMENT,
    description: 'The environment whose policies apply.',
  })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment: string = DEFAULT_ENVIRONMENT;

  @OptionalNotNull({
    enum: FORMATS,
    default: 'copilot',
    description: meanings(SETTINGS_FORMATS),
  })
  @IsIn(FORMATS)
  format: SettingsFormat = 'copilot';
}
