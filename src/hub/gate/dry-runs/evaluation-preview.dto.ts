import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { AsSent, OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import {
  ENVIRONMENT_RULE,
  isEnvironmentName,
  NO_ENVIRONMENT_DESCRIPTION,
} from '../policies/environment-name.js';
import {
  FILE_NAME_DESCRIPTION,
  FILE_NAME_RULE,
  isConfiguration,
  isFileName,
  MAX_CONFIGURATION_BYTES,
} from '../evaluation/asked-servers.js';
import { EvaluatedServerRequest } from '../evaluation/evaluated-server-request.dto.js';
import {
  EvaluatedServer,
  EvaluationView,
  UnderstoodServer,
} from '../evaluation-records/evaluation-view.dto.js';
import { MAX_ITEMS } from '../evaluation/items.js';

const isItemCount = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_ITEMS;

/** Servers to evaluate for a preview: a list, or a configuration. */
export class EvaluationPreviewRequest {
  @OptionalNotNull({ maxLength: 100, example: 'production', description: NO_ENVIRONMENT_DESCRIPTION })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment?: string;

  /** The items are validated by `readItems`. */
  @OptionalNotNull({ type: [EvaluatedServerRequest], minItems: 1, maxItems: MAX_ITEMS })
  @AsSent()
  @Satisfies('isItemCount', isItemCount, `must be a list of 1 to ${MAX_ITEMS} servers`)
  mcps?: unknown[];

  @OptionalNotNull({
    maxLength: MAX_CONFIGURATION_BYTES,
    example: '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@acme/files@1.2.0"]}}}',
    description:
      'The text of a configuration of a client (such as `.mcp.json`) in JSON, TOML or YAML, or one name and version in each line; instead of ' +
      '`mcps`. At most 1 MiB.',
  })
  @Satisfies('isConfiguration', isConfiguration, 'must be a text of at most 1 MiB')
  configuration?: string;

  @OptionalNotNull({ maxLength: 200, example: '.mcp.json', description: FILE_NAME_DESCRIPTION })
  @Satisfies('isFileName', isFileName, FILE_NAME_RULE)
  file_name?: string;
}

/** The result for one server of a preview. */
export class PreviewedServer extends OmitType(EvaluatedServer, ['understood']) {
  @ApiProperty({
    type: UnderstoodServer,
    nullable: true,
    description: 'Null for entries of which it is not known what they run.',
  })
  understood: UnderstoodServer | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'files',
    description: 'Name of the entry in the configuration; null for servers of a list.',
  })
  entry: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'Line of the entry.' })
  line: number | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'Claude Code',
    description:
      'The format that the configuration was read as, by the name of its client; null for servers of a list.',
  })
  format: string | null;

  @ApiPropertyOptional({
    example: false,
    description:
      'Whether the configuration says that the client does not start the server. It is judged like others.',
  })
  disabled: boolean;

  @ApiProperty({
    type: [String],
    example: ['the owner of the repository can move the tag v1; use a commit'],
    description: 'What the gate warns about besides policies.',
  })
  notes: readonly string[];
}

/** The response to a preview. `evaluation_id` is null: nothing is recorded. */
export class EvaluationPreview extends OmitType(EvaluationView, ['mcps']) {
  @ApiProperty({ type: [PreviewedServer], description: 'In the order of the request.' })
  mcps: PreviewedServer[];
}
