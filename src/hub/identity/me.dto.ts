import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { PLANS } from '../access/plan.js';
import { PLATFORM_ROLES, ROLES } from '../access/roles.js';

/** One of the caller's organizations. */
export class MyOrganization {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.org })
  id: string;

  @ApiProperty({ example: 'acme' })
  slug: string;

  @ApiProperty({ enum: [...ROLES] })
  role: string;
}

/** The caller's user (hub contract 1). */
export class Me {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.user })
  id: string;

  @ApiProperty({
    example: 'alice@example.com',
    description: 'Empty where the identity provider does not say.',
  })
  email: string;

  @ApiProperty({
    example: true,
    description:
      'Whether the identity provider vouches for it. Others see no other address, and invitations to others do not count.',
  })
  email_verified: boolean;

  @ApiProperty({ example: 'Alice', description: 'Empty where the identity provider does not say.' })
  name: string;

  @ApiProperty({ enum: [...PLANS] })
  plan: string;

  @ApiProperty({ enum: [...PLATFORM_ROLES] })
  role: string;

  @ApiProperty({ type: [MyOrganization] })
  orgs: MyOrganization[];
}
