import { Module } from '@nestjs/common';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { HubSigner } from './hub-signer.js';
import { KeySetController } from './key-set.controller.js';

/** The hub's signatures. */
@OpenApiTag('attestations', 'What the hub has signed, and the keys to verify it.')
@Module({ controllers: [KeySetController], providers: [HubSigner], exports: [HubSigner] })
export class SigningModule {}
