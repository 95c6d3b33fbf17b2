import { Module } from '@nestjs/common';
import { RegistryAddress } from './registry-address.js';
import { RegistryClient } from './registry-client.js';
import { RegistryHttp } from './registry-http.js';
import { RegistryTokens } from './registry-tokens.js';

/** The registry over HTTP. */
@Module({
  providers: [RegistryAddress, RegistryHttp, RegistryTokens, RegistryClient],
  exports: [RegistryClient],
})
export class RegistryClientModule {}
