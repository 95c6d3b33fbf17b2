import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';

/** The time by which deliveries are due. A test can move it. */
@Injectable()
export class DeliveryClock {
  now(): Date {
    return currentDate();
  }
}
