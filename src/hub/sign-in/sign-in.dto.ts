import { OptionalNotNull, Satisfies } from '../../common/http/validators.js';
import { isReturnTarget, RETURN_TARGET_RULE } from './return-target.js';

/** Where the browser goes once it is signed in. */
export class SignInQuery {
  @OptionalNotNull({ example: '/orgs', description: 'A path of this service; the start page by default.' })
  @Satisfies('isReturnTarget', isReturnTarget, RETURN_TARGET_RULE)
  return_to?: string;
}
