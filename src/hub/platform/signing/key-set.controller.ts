import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { isKnownToClient } from '../../../common/http/conditional.js';
import { sha256Of } from '../../../common/values/sha256-digest.js';
import { HubSigner } from './hub-signer.js';
import { HubKeySet } from './key-set.dto.js';

// A verifier that meets an unknown key id asks again, so a new key is found at once.
const CACHE_SECONDS = 3600;

/** `/.well-known/jwks.json`: the keys that verify the hub's attestations (hub contract 24). */
@ApiTags('attestations')
@Controller('.well-known/jwks.json')
export class KeySetController {
  private readonly body: string;
  private readonly etag: string;

  constructor(signer: HubSigner) {
    this.body = JSON.stringify({ keys: [...signer.publicKeys] } satisfies HubKeySet);
    this.etag = `"${sha256Of(this.body)}"`;
  }

  @Get()
  @Access({ kind: 'open', because: 'public keys are public' })
  @ApiOperation({
    operationId: 'getHubKeys',
    summary: 'Get the public keys that verify attestations',
    description: 'A JWKS. Earlier keys stay in it, so that what they signed can be verified.',
  })
  @ApiOkResponse({ type: HubKeySet })
  @ApiResponse({ status: 304, description: 'The client has the current keys.' })
  get(@Req() req: Request, @Res() res: Response): void {
    res.setHeader('Cache-Control', `public, max-age=${CACHE_SECONDS}`);
    res.setHeader('ETag', this.etag);
    if (isKnownToClient(req.headers['if-none-match'], this.etag)) res.status(304).end();
    else res.type('application/json').send(this.body);
  }
}
