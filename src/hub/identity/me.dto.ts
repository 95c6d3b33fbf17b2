import { ApiProperty } from '@nestjs/swagger';
import { PLANS } from '../access/plan.js';
import { PLATFORM_ROLES, ROLES } from '../access/roles.js';

/** One of the caller's organizations. */
export class MyOrganization {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'acme' })
  slug: string;

  @ApiProperty({ enum: [...ROLES] })
  role: string;
}

/** Decisions, hub 1. */
export class Me {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    example: 'alice@example.com',
    description: 'Empty where the identity provider does not say.',
  })
  email: string;

  @ApiProperty({ example: 'Alice' })
  name: string;

  @ApiProperty({ enum: [...PLANS] })
  plan: string;

  @ApiProperty({ enum: [...PLATFORM_ROLES] })
  role: string;

  @ApiProperty({ type: [MyOrganization] })
  orgs: MyOrganization[];
}
