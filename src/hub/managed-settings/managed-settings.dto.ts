import { IsIn } from 'class-validator';
import { OptionalNotNull, Satisfies } from '../../common/http/validators.js';
import { ENVIRONMENT_RULE, isEnvironmentName } from '../policies/environment-name.js';
import { FORMATS, type Format } from './documents.js';

const DEFAULT_ENVIRONMENT = 'production';

/** Which managed settings to make. */
export class ManagedSettingsQuery {
  @OptionalNotNull({
    maxLength: 100,
    default: DEFAULT_ENVIRONMENT,
    description: 'The environment whose policies apply.',
  })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment: string = DEFAULT_ENVIRONMENT;

  @OptionalNotNull({
    enum: [...FORMATS],
    default: 'copilot',
    description:
      '`copilot`: `managed-settings.json` of GitHub Copilot; `claude`: managed settings of Claude Code; `claude-mcp`: its ' +
      '`managed-mcp.json`; `vscode`: device policies of Visual Studio Code.',
  })
  @IsIn(FORMATS)
  format: Format = 'copilot';
}
