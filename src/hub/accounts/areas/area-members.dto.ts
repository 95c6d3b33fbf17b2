import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsUuid, Required } from '../../../common/http/validators.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { AREA_ROLES, type AreaRole } from './area-member.entity.js';

/** The new role of an area member. */
@OnlyKnownFields()
export class ChangeAreaMemberRequest {
  @Required({ enum: [...AREA_ROLES] })
  @IsIn([...AREA_ROLES])
  role: AreaRole;
}

/** The organization member to add to an area, and their role. */
export class AddAreaMemberRequest extends ChangeAreaMemberRequest {
  @Required({ format: 'uuid' })
  @IsUuid()
  user_id: string;
}

/** A member of an area (hub contract 7). */
export class AreaMemberView {
  @ApiProperty({ format: 'uuid' })
  user_id: string;

  @ApiProperty({
    example: 'alice@example.com',
    description: 'Empty unless the identity provider has verified it.',
  })
  email: string;

  @ApiProperty({ enum: [...AREA_ROLES] })
  role: string;

  @ApiProperty({ format: 'date-time' })
  added_at: string;
}

/** Members of an area, in the order in which they were added. */
export class AreaMemberList extends PageInfo {
  @ApiProperty({ type: [AreaMemberView] })
  members: AreaMemberView[];
}
