import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { RegistryApiErrors } from '../server-lists/registry-api.dto.js';
import { DecisionsResponses } from './decisions-responses.js';
import { SignedDecisionsResponse } from './signed-decisions.dto.js';

const OPEN = { kind: 'open', because: 'clients that enforce a list send no credentials' } as const;

/** `/allow/{capability}/decisions.json`: what an organization decides, signed. */
@ApiTags('registry-api')
@Controller('allow/:capability')
export class AllowedDecisionsController {
  constructor(private readonly responses: DecisionsResponses) {}

  @Get('decisions.json')
  @Access(OPEN)
  @ApiOperation({
    operationId: 'getAllowedDecisions',
    summary: 'Get signed decisions',
    description:
      'What the policies decide in the environment of the list. `Content-Location` has the address of this issue, which never ' +
      'has other bytes.',
  })
  @SignedDecisionsResponse('An envelope with the decisions.')
  @RegistryApiErrors(404, 409, 429)
  current(@Param('capability') capability: string, @Req() req: Request, @Res() res: Response): Promise<void> {
    return this.responses.sendAllowed({ req, res }, capability);
  }

  @Get('decisions/:revision')
  @Access(OPEN)
  @ApiParam({
    name: 'revision',
    description: 'The number of an issue, and `.json`.',
    example: '1767225600000.json',
  })
  @ApiOperation({
    operationId: 'getAllowedDecisionsRevision',
    summary: 'Get an issue of signed decisions',
    description: 'Caches may keep it for ever. The server answers for the current issue alone.',
  })
  @SignedDecisionsResponse('An envelope with the decisions.')
  @RegistryApiErrors(404, 409, 429)
  revision(
    @Param('capability') capability: string,
    @Param('revision') file: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.responses.sendRevision({ req, res }, capability, file);
  }
}
