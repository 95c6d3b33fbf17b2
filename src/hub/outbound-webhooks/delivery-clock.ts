import { Injectable } from '@nestjs/common';

/** The time by which deliveries are due. A test can move it. */
@Injectable()
export class DeliveryClock {
  now(): Date {
    return new Date();
  }
}
