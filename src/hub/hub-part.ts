import type { ModuleMetadata } from '@nestjs/common';

/** What a folder of the hub adds to its module. */
export type HubPart = Pick<ModuleMetadata, 'controllers' | 'providers'>;
