import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboxMessage } from './outbox-message.entity.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.js';

/** Messages between parts of the system (ADR 56). */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([OutboxMessage])],
  providers: [OutboxRepository, Outbox],
  exports: [Outbox],
})
export class OutboxModule {}
