import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LaunchModule } from '../launch/launch.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { CandidatesReadModel } from './candidates.read-model.js';
import { DecisionRevision } from './decision-revision.entity.js';
import { DecisionsService } from './decisions.service.js';
import { ListResponses } from './list-responses.js';
import { RevisionsReadModel } from './revisions.read-model.js';

/** Decisions about all servers that an organization may see. */
@Module({
  imports: [TypeOrmModule.forFeature([DecisionRevision]), LaunchModule, PoliciesModule],
  providers: [CandidatesReadModel, DecisionsService, ListResponses, RevisionsReadModel],
  exports: [DecisionsService, ListResponses, RevisionsReadModel],
})
export class DecisionsModule {}
