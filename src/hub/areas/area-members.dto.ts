import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsUuid, Required } from '../../common/http/validators.js';
import { PageInfo } from '../http/page.dto.js';
import { AREA_ROLES, type AreaRole } from './area-member.entity.js';

/** The role that a member of an area is to have. */
export class ChangeAreaMemberRequest {
  @Required({ enum: [...AREA_ROLES] })
  @IsIn([...AREA_ROLES])
  role: AreaRole;
}

/** Who joins an area, in which role: a member of its organization. */
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

/** Members of an area, those who were added first at the top. */
export class AreaMemberList extends PageInfo {
  @ApiProperty({ type: [AreaMemberView] })
  members: AreaMemberView[];
}
