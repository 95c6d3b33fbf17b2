import { Module } from '@nestjs/common';
import { SourceSecretsRepository } from '../../ingestion/source-secrets/source-secrets.repository.js';
import { MemberSecretsReader } from './member-secrets.reader.js';
import { MemberSecretsRepository } from './member-secrets.repository.js';

/** Lists of what people made or know; without what replaces it, for the command line. */
@Module({
  providers: [MemberSecretsReader, MemberSecretsRepository, SourceSecretsRepository],
  exports: [MemberSecretsReader, MemberSecretsRepository],
})
export class MadeSecretsModule {}
