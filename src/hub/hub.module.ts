import { Global, Module } from '@nestjs/common';
import { accessPart } from './authentication/access.part.js';
import { adminPart } from './admin/admin.part.js';
import { areasPart } from './areas/areas.part.js';
import { auditPart } from './audit/audit.part.js';
import { builtInProviderPart } from './built-in-provider/built-in-provider.part.js';
import { ciPart } from './ci/ci.part.js';
import type { HubPart } from './hub-part.js';
import { homePart } from './home/home.part.js';
import { identityPart } from './identity/identity.part.js';
import { invitationsPart } from './invitations/invitations.part.js';
import { mailPart } from './mail/mail.part.js';
import { mcpsPart } from './mcps/mcps.part.js';
import { membersPart } from './members/members.part.js';
import { orgsPart } from './orgs/orgs.part.js';
import { policiesPart } from './policies/policies.part.js';
import { rateLimitPart } from './rate-limit/rate-limit.part.js';
import { serviceTokensPart } from './service-tokens/service-tokens.part.js';
import { sessionsPart } from './sessions/sessions.part.js';
import { signInPart } from './sign-in/sign-in.part.js';
import { sourceEventsPart } from './source-events/source-events.part.js';
import { taxonomyPart } from './taxonomy/taxonomy.part.js';
import { webhooksPart } from './webhooks/webhooks.part.js';

// Routes are looked for in this order, and documented in it: what is asked most comes first.
const PARTS: readonly HubPart[] = [
  ciPart,
  orgsPart,
  mcpsPart,
  identityPart,
  signInPart,
  homePart,
  membersPart,
  invitationsPart,
  areasPart,
  policiesPart,
  serviceTokensPart,
  auditPart,
  taxonomyPart,
  adminPart,
  webhooksPart,
  accessPart,
  builtInProviderPart,
  mailPart,
  rateLimitPart,
  sessionsPart,
  sourceEventsPart,
];

/**
 * The hub API, `/api/v1`: one module, because who calls is made out of most of its parts. Each folder says what it adds.
 * Global for the ports of other rooms that it implements, which cannot import it.
 */
@Global()
@Module({
  controllers: PARTS.flatMap(({ controllers = [] }) => controllers),
  providers: PARTS.flatMap(({ providers = [] }) => providers),
  exports: PARTS.flatMap(({ exports = [] }) => exports),
})
export class HubModule {}
