import type { DecidedSurface, SurfaceItem } from '@mcp-hub/client-configurations/decisions';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** Snapshots per statement. */
const BATCH_SIZE = 1000;

const items = (list: string): string => `
  (SELECT coalesce(json_agg(json_build_object('name', item ->> 'name', 'text', item ->> 'text')::jsonb
                            || CASE WHEN jsonb_typeof(item -> 'parameters') = 'object'
                                    THEN jsonb_build_object('parameters', item -> 'parameters') ELSE '{}' END), '[]')
     FROM jsonb_array_elements(s.offered -> '${list}') AS item)`;

/** Reads what analyzed versions offer to clients. */
@Injectable()
export class OfferedSurfacesReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The surfaces of snapshots by their ids, without those that are not known. */
  async of(snapshotIds: readonly string[]): Promise<ReadonlyMap<string, DecidedSurface>> {
    const surfaces = new Map<string, DecidedSurface>();
    for (let at = 0; at < snapshotIds.length; at += BATCH_SIZE) {
      const rows = await this.uow.rows<{ id: string; tools: SurfaceItem[]; prompts: SurfaceItem[] }>(
        `SELECT s.id, ${items('tools')} AS tools, ${items('prompts')} AS prompts, ${items('resources')} AS resources
           FROM snapshot s WHERE s.id = ANY ($1::uuid[]) AND s.offered IS NOT NULL`,
        [snapshotIds.slice(at, at + BATCH_SIZE)],
      );
      for (const { id, ...surface } of rows) surfaces.set(id, surface as unknown as DecidedSurface);
    }
    return surfaces;
  }
}
