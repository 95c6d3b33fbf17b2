import { ApiProperty, PickType } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsUuid, OptionalNotNull } from '../../../common/http/validators.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { CatalogQuery, McpItem } from '../../catalog/mcps/mcps.dto.js';
import { OpenFindings } from './org-posture.dto.js';

/** Search and filters for the MCPs of an organization. */
export class OrgMcpQuery extends PickType(CatalogQuery, [
  'limit',
  'offset',
  'query',
  'q',
  'min_level',
  'sort',
]) {
  @OptionalNotNull({ format: 'uuid', description: 'Only those of one area.' })
  @IsUuid()
  area_id?: string;
}

/** The area of an MCP. */
export class McpArea {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.area })
  id: string;

  @ApiProperty({ example: 'Payments' })
  name: string;
}

/** An MCP of the organization. */
export class OrgMcpItem extends McpItem {
  @ApiProperty({ type: McpArea, nullable: true, description: 'Null without an area.' })
  area: McpArea | null;

  @ApiProperty({ type: OpenFindings, description: 'Numbers of open findings.' })
  open: OpenFindings;
}

/** A page of the MCPs of an organization. */
export class OrgMcpList extends PageInfo {
  @ApiProperty({ type: [OrgMcpItem] })
  mcps: OrgMcpItem[];
}
