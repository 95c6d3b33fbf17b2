import type { ModuleMetadata } from '@nestjs/common';

/** What a folder of the hub adds to its module; `exports` are ports of other rooms that the folder implements. */
export type HubPart = Pick<ModuleMetadata, 'controllers' | 'providers' | 'exports'>;
