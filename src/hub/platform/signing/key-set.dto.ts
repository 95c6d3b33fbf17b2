import { ApiProperty } from '@nestjs/swagger';

const EXAMPLE_KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';

/** A public key of the hub (RFC 8037). */
class HubKey {
  @ApiProperty({ example: 'OKP' })
  kty: string;

  @ApiProperty({ example: 'Ed25519' })
  crv: string;

  @ApiProperty({ example: EXAMPLE_KEY })
  x: string;

  @ApiProperty({
    example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    description: 'Thumbprint (RFC 7638).',
  })
  kid: string;

  @ApiProperty({ example: 'EdDSA' })
  alg: string;

  @ApiProperty({ example: 'sig' })
  use: string;
}

/** The public keys of the hub (RFC 7517). */
export class HubKeySet {
  @ApiProperty({ type: [HubKey], description: 'The current key first, then earlier ones.' })
  keys: HubKey[];
}
