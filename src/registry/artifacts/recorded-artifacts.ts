import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { NIL_UUID } from '../../common/values/uuid.js';
import type { ArtifactKind } from '../../storage/artifacts/artifact-store.js';
import type { RecordedObject, RecordedObjects } from '../../storage/artifacts/object-verification.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

const BATCH = 500;
const SAMPLED = 25;

const COLUMNS = `a.id AS position, o.slug_key AS "orgKey", a.kind, a.digest, a.size_bytes AS "sizeBytes"`;
const TABLES = `registry_artifact a JOIN registry_organization o ON o.id = a.org_id`;

interface Row {
  readonly position: string;
  readonly orgKey: string;
  readonly kind: ArtifactKind;
  readonly digest: Sha256Digest;
  readonly sizeBytes: string;
}

const objectOf = ({ position, sizeBytes, ...address }: Row): RecordedObject<ArtifactKind> => ({
  position,
  address,
  sizeBytes: Number(sizeBytes),
});

/** The artifacts of the registry whose bytes are stored, as its rows say. */
@Injectable()
export class RecordedArtifacts implements RecordedObjects<ArtifactKind> {
  constructor(private readonly uow: UnitOfWork) {}

  async after(position: string): Promise<RecordedObject<ArtifactKind>[]> {
    const rows = await this.uow.rows<Row>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE a.id > $1 ORDER BY a.id LIMIT ${BATCH}`,
      [position === '' ? NIL_UUID : position],
    );
    return rows.map(objectOf);
  }

  async sample(): Promise<RecordedObject<ArtifactKind>[]> {
    const newest = await this.uow.rows<Row>(
      `SELECT ${COLUMNS} FROM ${TABLES} ORDER BY a.created_at DESC LIMIT ${SAMPLED}`,
    );
    const random = await this.uow.rows<Row>(
      `SELECT ${COLUMNS} FROM ${TABLES}
        WHERE a.id >= (SELECT gen_random_uuid()) ORDER BY a.id LIMIT ${SAMPLED}`,
    );
    return [...newest, ...random].map(objectOf);
  }

  async isRecorded({ position }: RecordedObject<ArtifactKind>): Promise<boolean> {
    return (await this.uow.row('SELECT id FROM registry_artifact WHERE id = $1', [position])) !== undefined;
  }
}
