import { Module } from '@nestjs/common';
import { AnswersController } from './answers.controller.js';
import { HomeController } from './home.controller.js';
import { InvitationsModule } from '../invitations/invitations.module.js';

/** The home page. */
@Module({
  imports: [InvitationsModule],
  controllers: [AnswersController, HomeController],
})
export class HomeModule {}
