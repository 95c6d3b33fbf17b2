import { Module } from '@nestjs/common';
import { AnswersController } from './answers.controller.js';
import { HomeController } from './home.controller.js';
import { InvitationsModule } from '../invitations/invitations.module.js';

/** The page at the root of the service. */
@Module({
  imports: [InvitationsModule],
  controllers: [AnswersController, HomeController],
})
export class HomeModule {}
