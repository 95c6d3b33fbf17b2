import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ControlResult } from './control-result.entity.js';
import { Snapshot } from './snapshot.entity.js';
import { SnapshotChainsController } from './snapshot-chains.controller.js';
import { SnapshotChainsService } from './snapshot-chains.service.js';
import { SnapshotsReadModel } from './snapshots.read-model.js';
import { SnapshotsRepository } from './snapshots.repository.js';

/** The results of analyses. */
@Module({
  imports: [TypeOrmModule.forFeature([ControlResult, Snapshot])],
  controllers: [SnapshotChainsController],
  providers: [SnapshotChainsService, SnapshotsReadModel, SnapshotsRepository],
  exports: [SnapshotsReadModel, SnapshotsRepository],
})
export class SnapshotsModule {}
