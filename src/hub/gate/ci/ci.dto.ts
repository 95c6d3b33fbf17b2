import { AsSent, IsUuid, OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import {
  ENVIRONMENT_RULE,
  isEnvironmentName,
  NO_ENVIRONMENT_DESCRIPTION,
} from '../policies/environment-name.js';
import { EvaluatedServerRequest } from '../evaluation/evaluated-server-request.dto.js';
import { MAX_ITEMS } from '../evaluation/items.js';

const isItemCount = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_ITEMS;

/** The servers to evaluate for a pipeline (hub contract 12). */
export class EvaluationRequest {
  @Required({ format: 'uuid', description: 'The organization of the token.' })
  @IsUuid()
  org_id: string;

  @OptionalNotNull({ maxLength: 100, example: 'production', description: NO_ENVIRONMENT_DESCRIPTION })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment?: string;

  /** The items are validated by `readItems`. */
  @Required({ type: [EvaluatedServerRequest], minItems: 1, maxItems: MAX_ITEMS })
  @AsSent()
  @Satisfies('isItemCount', isItemCount, `must be a list of 1 to ${MAX_ITEMS} servers`)
  mcps: unknown[];
}
