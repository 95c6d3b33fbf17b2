import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Area } from '../../accounts/areas/area.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Category } from '../taxonomy/category.entity.js';
import type { McpOrigin, McpVisibility } from './mcp-values.js';

const PUBLIC = `visibility = 'public' AND NOT withdrawn`;

/** An MCP server of the catalog. */
@Entity('mcp')
@Check('mcp_visibility_check', `visibility IN ('public', 'private')`)
@Check('mcp_origin_check', `origin IN ('official', 'verified', 'community')`)
// Names are unique within an organization, and among MCPs without one. TypeORM cannot declare an index on an
// expression, so it is in the migration.
@Index('mcp_name_key', { synchronize: false })
@Index('mcp_search_idx', { synchronize: false })
@Index('mcp_name_idx', ['nameKey'])
@Index('mcp_repo_idx', ['repoKey'])
@Index('mcp_repo_identity_idx', ['repoIdentity'])
@Index('mcp_org_idx', ['orgId', 'createdAt', 'id'])
@Index('mcp_area_idx', ['areaId'])
@Index('mcp_category_idx', ['categoryId'])
@Index('mcp_list_idx', ['createdAt', 'id'])
@Index('mcp_public_idx', ['createdAt', 'id'], { where: PUBLIC })
@Index('mcp_public_name_idx', ['nameKey', 'id'], { where: PUBLIC })
@Index('mcp_public_language_idx', ['language', 'createdAt', 'id'], { where: PUBLIC })
@Index('mcp_public_category_idx', ['categoryId', 'createdAt', 'id'], { where: PUBLIC })
@Index('mcp_unsettled_idx', ['id'], { where: 'newest_version_id IS DISTINCT FROM results_version_id' })
// Highest score first, which TypeORM cannot declare.
@Index('mcp_score_idx', { synchronize: false })
export class Mcp {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'mcp_pkey' })
  id: string;

  /** Null for MCPs of the platform's catalog, without an organization. */
  @Column('uuid', { name: 'org_id', nullable: true })
  orgId: string | null;

  @Column('uuid', { name: 'area_id', nullable: true })
  areaId: string | null;

  @Column('uuid', { name: 'category_id', nullable: true })
  categoryId: string | null;

  /** `owner/slug`. */
  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'name_key' })
  nameKey: string;

  @Column('text', { name: 'description', default: '' })
  description: string;

  @Column('text', { name: 'repo_url' })
  repoUrl: string;

  /** Normalized URL of the repository: `host/path` in lower case, without `.git`. */
  @Column('text', { name: 'repo_key' })
  repoKey: string;

  /** `host#id` of the repository, whatever its address; null before its code host has named the id (ADR 84). */
  @Column('text', { name: 'repo_identity', nullable: true })
  repoIdentity: string | null;

  /** Whether the code host has answered with this id when it was asked for the address. */
  @Column('boolean', { name: 'repo_confirmed', default: false })
  repoConfirmed: boolean;

  /** The `host#id` of another repository that is under the address now; null for none. */
  @Column('text', { name: 'repo_taken_by', nullable: true })
  repoTakenBy: string | null;

  /** When the trail last said that another repository under the address was refused; null for never. */
  @Column('timestamptz', { name: 'repo_refused_at', nullable: true })
  repoRefusedAt: Date | null;

  /** The branch that is followed; empty for the default branch. */
  @Column('text', { name: 'branch', default: '' })
  branch: string;

  /** Names of other branches that have previews, in which `*` is any text. */
  @Column('text', { name: 'preview_branches', array: true, default: () => `'{}'` })
  previewBranches: string[];

  /** Where the source is fetched from, if not from the repository. */
  @Column('text', { name: 'source', nullable: true })
  source: string | null;

  /** Folder of the server in its repository, without slashes around it; empty for the repository itself. */
  @Column('text', { name: 'source_path', default: '' })
  sourcePath: string;

  @Column('text', { name: 'language', default: '' })
  language: string;

  @Column('text', { name: 'license', default: '' })
  license: string;

  @Column('text', { name: 'visibility' })
  visibility: McpVisibility;

  /** Its organization is suspended or deleted; then only administrators see it. Set by triggers in the database. */
  @Column('boolean', { name: 'withdrawn', default: false })
  withdrawn: boolean;

  @Column('text', { name: 'origin' })
  origin: McpOrigin;

  @Column('boolean', { name: 'featured', default: false })
  featured: boolean;

  /** Its newest version (ADR 81); null if it has none that can be. Set by triggers in the database. */
  @Column('uuid', { name: 'newest_version_id', nullable: true })
  newestVersionId: string | null;

  /** The version that its findings are of: the newest one, once that is analyzed. */
  @Column('uuid', { name: 'results_version_id', nullable: true })
  resultsVersionId: string | null;

  /** Score and level of the newest version; null before it is analyzed. Set by triggers in the database. */
  @Column('integer', { name: 'latest_score', nullable: true })
  latestScore: number | null;

  @Column('integer', { name: 'latest_level', nullable: true })
  latestLevel: number | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'mcp_org_id_fkey' })
  organization?: Relation<Organization>;

  @ManyToOne(() => Area, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'area_id', foreignKeyConstraintName: 'mcp_area_id_fkey' })
  area?: Relation<Area>;

  @ManyToOne(() => Category, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'category_id', foreignKeyConstraintName: 'mcp_category_id_fkey' })
  category?: Relation<Category>;
}

/** What administrators set of an MCP and everybody sees: columns with the same names as the fields of the API. */
const PROFILE = ['description', 'language', 'license', 'visibility', 'origin'] as const;

/** The profile of an MCP. */
export type McpProfile = Pick<Mcp, (typeof PROFILE)[number]>;

/** SQL: the columns of `McpProfile` of `mcp m`. */
export const PROFILE_COLUMNS = PROFILE.map((name) => `m.${name}`).join(', ');

/** The profile in a row or a request; what a change leaves out is undefined. */
export const profileOf = <Profile extends Partial<McpProfile>>(
  from: Profile,
): Pick<Profile, keyof McpProfile & keyof Profile> =>
  Object.fromEntries(PROFILE.map((name) => [name, from[name]])) as Profile;
