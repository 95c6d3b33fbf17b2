import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { PLANS } from '../../../auth/accounts/accounts.js';
import { PLATFORM_ROLES, ROLES } from '../../../auth/rules/roles.js';

/** One of the caller's organizations. */
export class MyOrganization {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.org })
  id: string;

  @ApiProperty({ example: 'acme' })
  slug: string;

  @ApiProperty({ enum: [...ROLES] })
  role: string;
}

/** The caller (hub contract 1). */
export class Me {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.user })
  id: string;

  @ApiProperty({
    example: 'alice@example.com',
    description: 'Empty if the identity provider does not provide it.',
  })
  email: string;

  @ApiProperty({
    example: true,
    description:
      'Whether the identity provider has verified it. Others see only a verified address, and only invitations to a verified address count.',
  })
  email_verified: boolean;

  @ApiProperty({ example: 'Alice', description: 'Empty if the identity provider does not provide it.' })
  name: string;

  @ApiProperty({ enum: [...PLANS] })
  plan: string;

  @ApiProperty({ enum: [...PLATFORM_ROLES] })
  role: string;

  @ApiProperty({ type: [MyOrganization] })
  orgs: MyOrganization[];
}
