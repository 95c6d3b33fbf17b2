import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ControlResult } from './control-result.entity.js';
import { Snapshot } from './snapshot.entity.js';
import { SnapshotsReadModel } from './snapshots.read-model.js';

/** The results of analyses. */
@Module({
  imports: [TypeOrmModule.forFeature([ControlResult, Snapshot])],
  providers: [SnapshotsReadModel],
  exports: [SnapshotsReadModel],
})
export class SnapshotsModule {}
