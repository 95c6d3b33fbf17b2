/** The types of CycloneDX 1.6 that are used here, with their names from the standard. */

/** A fact that CycloneDX has no field for. */
export interface CycloneProperty {
  readonly name: string;
  readonly value: string;
}

/** A license by its SPDX expression, or by name. */
export type CycloneLicense =
  | { readonly expression: string }
  | { readonly license: { readonly name: string } };

/** A package as a component. */
export interface CycloneComponent {
  readonly type: 'application' | 'library';
  readonly 'bom-ref'?: string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly scope?: 'required' | 'optional' | 'excluded';
  readonly licenses?: readonly CycloneLicense[];
  readonly purl?: string;
  readonly externalReferences?: readonly {
    readonly type: 'distribution';
    readonly url: string;
    readonly hashes: readonly { readonly alg: 'SHA-256'; readonly content: string }[];
  }[];
  readonly properties?: readonly CycloneProperty[];
}

interface Source {
  readonly name: string;
}

/** An advisory about components of the document. */
export interface CycloneVulnerability {
  readonly id: string;
  readonly source: Source;
  readonly references: readonly { readonly id: string; readonly source: Source }[];
  readonly ratings: readonly { readonly score?: number; readonly severity: string }[];
  readonly description?: string;
  readonly recommendation?: string;
  readonly affects: readonly {
    readonly ref: string;
    readonly versions: readonly { readonly version: string; readonly status: 'affected' }[];
  }[];
  readonly properties?: readonly CycloneProperty[];
}

/** The fields of the document that are used here. */
export interface CycloneDx {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: {
    readonly lifecycles: readonly { readonly phase: 'pre-build' }[];
    readonly tools: { readonly components: readonly CycloneComponent[] };
    readonly component: CycloneComponent;
  };
  readonly components: readonly CycloneComponent[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly compositions: readonly {
    readonly aggregate: 'complete' | 'incomplete';
    readonly dependencies: readonly string[];
  }[];
  readonly vulnerabilities?: readonly CycloneVulnerability[];
}
