import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsName, IsText, OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import {
  isOrganizationSlug,
  ORGANIZATION_MAX_LENGTH,
  ORGANIZATION_RULE,
} from '../../../common/values/names.js';
import { PageInfo } from '../../platform/http/page.dto.js';

const NAME_LENGTH = 100;
const DESCRIPTION_LENGTH = 1000;

/** A new area (hub contract 7). */
export class CreateAreaRequest {
  @Required({ maxLength: NAME_LENGTH, example: 'Platform' })
  @IsName(NAME_LENGTH)
  name: string;

  @Required({ maxLength: ORGANIZATION_MAX_LENGTH, example: 'platform' })
  @Satisfies('isAreaSlug', isOrganizationSlug, ORGANIZATION_RULE)
  slug: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH, default: '' })
  @IsText(0, DESCRIPTION_LENGTH)
  description: string = '';
}

/** Changes of an area; omitted fields stay. */
export class ChangeAreaRequest {
  @OptionalNotNull({ maxLength: NAME_LENGTH, example: 'Platform' })
  @IsName(NAME_LENGTH)
  name?: string;

  @OptionalNotNull({ maxLength: ORGANIZATION_MAX_LENGTH, example: 'platform' })
  @Satisfies('isAreaSlug', isOrganizationSlug, ORGANIZATION_RULE)
  slug?: string;

  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;
}

/** An area (hub contract 7). */
export class AreaView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.area })
  id: string;

  @ApiProperty({ format: 'uuid' })
  org_id: string;

  @ApiProperty({ example: 'Platform' })
  name: string;

  @ApiProperty({ example: 'platform' })
  slug: string;

  @ApiProperty({ example: 'Servers of the platform team' })
  description: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** Areas of an organization, oldest first. */
export class AreaList extends PageInfo {
  @ApiProperty({ type: [AreaView] })
  areas: AreaView[];
}
