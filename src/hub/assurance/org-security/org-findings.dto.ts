import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  IsQueryBoolean,
  IsText,
  IsUuid,
  OptionalNotNull,
  Satisfies,
} from '../../../common/http/validators.js';
import { FindingQuery, FindingView } from '../../catalog/findings/findings.dto.js';
import { RISK_IDS } from '../posture/risks.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { isSearchText, SEARCH_MAX_LENGTH, SEARCH_RULE } from '../../catalog/mcps/search-term.js';
import { OpenFindings } from './org-posture.dto.js';

const RULE_ID_LENGTH = 50;

/** Filter for the findings of an organization. */
export class OrgFindingQuery extends FindingQuery {
  @OptionalNotNull({ format: 'uuid', description: 'Only those of one MCP.' })
  @IsUuid()
  mcp_id?: string;

  @OptionalNotNull({ maxLength: RULE_ID_LENGTH, example: 'MCP-A001' })
  @IsText(1, RULE_ID_LENGTH)
  rule_id?: string;

  @OptionalNotNull({ enum: [...RISK_IDS] })
  @IsIn(RISK_IDS)
  owasp_mcp?: string;

  @OptionalNotNull({ type: Boolean, description: 'Whether the organization suppresses them now.' })
  @IsQueryBoolean()
  suppressed?: boolean;

  @OptionalNotNull({
    maxLength: SEARCH_MAX_LENGTH,
    example: 'shell',
    description:
      'Words in the title, rule, file or name of the MCP: all of them, in any order, regardless of case.',
  })
  @Satisfies('isSearchText', isSearchText, SEARCH_RULE)
  q?: string;
}

/** A finding of an MCP of the organization. */
export class OrgFindingView extends FindingView {
  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @ApiProperty({ example: 'commit-1a2b3c4-20260115', description: 'The newest version with the finding.' })
  visible_version: string;
}

/** A page of the findings of an organization: worst first, then the newest. */
export class OrgFindingList extends PageInfo {
  @ApiProperty({ type: [OrgFindingView] })
  findings: OrgFindingView[];

  @ApiProperty({ type: OpenFindings, description: 'With all filters except `severity`.' })
  severity_totals: OpenFindings;
}
