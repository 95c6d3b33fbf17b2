import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecretFingerprint } from './secret-fingerprint.entity.js';
import { SecretFingerprints } from './secret-fingerprints.js';

/** Recognizes the secrets of an installation (ADR 107). */
@Module({
  imports: [TypeOrmModule.forFeature([SecretFingerprint])],
  providers: [SecretFingerprints],
  exports: [SecretFingerprints],
})
export class SecretFingerprintsModule {}
