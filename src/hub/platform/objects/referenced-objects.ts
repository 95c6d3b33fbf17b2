import { Injectable } from '@nestjs/common';
import type { HubObjectKind } from '../../../storage/artifacts/artifact-store.js';
import type { RecordedObject, RecordedObjects } from '../../../storage/artifacts/object-verification.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { objectAddress } from './object-key.js';

const BATCH = 500;
const SAMPLED = 25;

interface Row {
  readonly key: string;
}

const objectOf = ({ key }: Row): RecordedObject<HubObjectKind> => ({
  position: key,
  address: objectAddress(key),
});

/** The objects of the hub that rows name. */
@Injectable()
export class ReferencedObjects implements RecordedObjects<HubObjectKind> {
  constructor(private readonly uow: UnitOfWork) {}

  async after(position: string): Promise<RecordedObject<HubObjectKind>[]> {
    const rows = await this.uow.rows<Row>(
      `SELECT key FROM hub_object WHERE referenced AND key > $1 ORDER BY key LIMIT ${BATCH}`,
      [position],
    );
    return rows.map(objectOf);
  }

  async sample(): Promise<RecordedObject<HubObjectKind>[]> {
    const newest = await this.uow.rows<Row>(
      `SELECT key FROM hub_object WHERE referenced ORDER BY renewed_at DESC LIMIT ${SAMPLED}`,
    );
    const random = await this.uow.rows<Row>(
      `SELECT key FROM hub_object
        WHERE referenced AND key >= (SELECT 'objects/' || gen_random_uuid()) ORDER BY key LIMIT ${SAMPLED}`,
    );
    return [...newest, ...random].map(objectOf);
  }

  async isRecorded({ position }: RecordedObject<HubObjectKind>): Promise<boolean> {
    const row = await this.uow.row('SELECT key FROM hub_object WHERE key = $1 AND referenced', [position]);
    return row !== undefined;
  }
}
