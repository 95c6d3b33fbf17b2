import { Module } from '@nestjs/common';
import { AdminModule } from './admin/admin.module.js';
import { AreasModule } from './areas/areas.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { CiModule } from './ci/ci.module.js';
import { HomeModule } from './home/home.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { McpsModule } from './mcps/mcps.module.js';
import { MembersModule } from './members/members.module.js';
import { OrgsModule } from './orgs/orgs.module.js';
import { PoliciesModule } from './policies/policies.module.js';
import { ScansModule } from './scans/scans.module.js';
import { ServiceTokensModule } from './service-tokens/service-tokens.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TaxonomyModule } from './taxonomy/taxonomy.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The hub's feature modules. Their OpenAPI tags are documented in this order. */
export const HUB_MODULES = [
  McpsModule,
  IdentityModule,
  SignInModule,
  OrgsModule,
  PoliciesModule,
  MembersModule,
  AreasModule,
  WebhooksModule,
  ServiceTokensModule,
  AuditModule,
  AdminModule,
  CiModule,
  ScansModule,
  HomeModule,
  InvitationsModule,
  TaxonomyModule,
  AuthenticationModule,
] as const;

/** The hub API, `/api/v1`. */
@Module({ imports: [...HUB_MODULES] })
export class HubModule {}
