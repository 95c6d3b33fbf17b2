import { ApiProperty } from '@nestjs/swagger';
import { MAX_ITEM_NAME, MAX_ITEM_VERSION } from './items.js';

/** A server that a pipeline is about to use. */
export class EvaluatedServerRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: MAX_ITEM_NAME,
    example: 'acme/files',
    description:
      'A name of the catalog or the registry (`owner/slug`), a public name (`io.github.owner/repo`), a package ' +
      '(`npm:name`, `pypi:name`; without a prefix of npm), the address of a repository (a folder after `#`), or the ' +
      'digest of a bundle (`sha256:…`). An image with its digest or the address of a running server means the version ' +
      'that the organization has stated for it in the launch settings of an MCP; others are unknown, and so the gate denies them.',
  })
  name: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_ITEM_VERSION,
    example: '1.2.0',
    description:
      'A visible version, a semantic version, a commit or at least seven characters of one, or `latest`.',
  })
  version: string;
}
