import type { UserCaller } from '../../access/hub-principal.js';
import type { ReceivedInvitationList, ReceivedInvitationView } from '../invitations/my-invitations.dto.js';
import { Markup, markup } from '../pages/markup.js';
import { page } from '../pages/page.js';
import type { SignInState } from '../sign-in/sign-in-state.js';
import { ANSWERS_PATH } from './answers.controller.js';

/** The user's pending invitations, each with a form to answer it; empty if there are none. */
function invitationsSection({ invitations, total }: ReceivedInvitationList, publicUrl: string): Markup {
  if (invitations.length === 0) return new Markup('');
  const left = total - invitations.length;
  const forms = invitations.map((invitation) => form(invitation, publicUrl).text).join('\n');
  return markup`<section aria-labelledby="invitations">
<h2 id="invitations">You are invited</h2>
${new Markup(forms)}
${left === 0 ? '' : markup`<p class="note">${String(left)} more wait for you: answer these first.</p>`}
</section>`;
}

function form(
  { id, organization, role, invited_by: by, expires_at: until }: ReceivedInvitationView,
  publicUrl: string,
): Markup {
  const inviter = by.type === 'service_token' ? `The service token “${by.name}”` : by.name || 'Somebody';
  const { display_name: name, slug } = organization;
  return markup`<form method="post" action="${publicUrl}${ANSWERS_PATH}">
<p>${inviter} invites you to the organization <strong>${name}</strong> (${slug}) with the role ${role}, until ${until.slice(0, 10)}.</p>
<input type="hidden" name="invitation" value="${id}">
<button name="answer" value="accept">Accept</button>
<button class="secondary" name="answer" value="decline">Decline</button>
</form>`;
}

// Limits the page for users in many organizations; /api/v1/me lists them all.
const MAX_ORGANIZATIONS = 10;

/** Contents of the home page. */
export interface HomePage {
  /** Base URL of the links. */
  readonly publicUrl: string;
  readonly signIn: SignInState;
  readonly user: Pick<UserCaller, 'name' | 'email' | 'plan' | 'role' | 'memberships'> | undefined;
  /** The user's pending invitations. */
  readonly invitations: ReceivedInvitationList | undefined;
}

/** Describes the service. Works without scripts; answering invitations and signing out are forms. */
export const homePage = (home: HomePage): string =>
  page(
    'Registry and gate for MCP servers',
    markup`<h1>Know which MCP servers your agents run</h1>
<p>mcp-hub keeps the MCP servers that an organization’s AI agents may run: a registry of versioned packages, a catalog with
policies, and a gate that pipelines ask before a server runs.</p>
${home.user === undefined ? visitor(home) : account(home.user)}
${home.invitations === undefined ? '' : invitationsSection(home.invitations, home.publicUrl)}
<a class="button secondary" href="${home.publicUrl}/docs">API documentation</a>
${home.user === undefined ? '' : signOut(home.publicUrl)}`,
  );

const WHY_NOT: Readonly<Record<Exclude<SignInState, 'possible'>, string>> = {
  read_only: 'The service is in read-only mode, so nobody can sign in right now.',
  not_configured: 'Signing in with a browser is not set up here: it needs IDP_DOMAIN and IDP_CLIENT_ID.',
};

const visitor = ({ signIn, publicUrl }: HomePage): Markup =>
  signIn === 'possible'
    ? markup`<a class="button" href="${publicUrl}/auth/login">Sign in</a>`
    : markup`<p class="note" role="status">${WHY_NOT[signIn]}</p>`;

function account({ name, email, plan, role, memberships }: NonNullable<HomePage['user']>): Markup {
  const rows: [string, string][] = [
    ['Name', name],
    ['Email', email],
    ['Plan', plan],
    ...(role === 'PLATFORM_ADMIN' ? [['Role', 'Platform administrator'] as [string, string]] : []),
    ['Organizations', organizationsOf(memberships)],
  ];
  return markup`<section aria-labelledby="account">
<h2 id="account">You are signed in</h2>
<dl>
${joined(rows.filter(([, value]) => value !== '').map(([term, value]) => markup`<dt>${term}</dt><dd>${value}</dd>`))}
</dl>
</section>`;
}

const signOut = (publicUrl: string): Markup => markup`<form method="post" action="${publicUrl}/auth/logout">
<button class="plain" type="submit">Sign out</button>
</form>`;

function organizationsOf(memberships: UserCaller['memberships']): string {
  const shown = memberships
    .slice(0, MAX_ORGANIZATIONS)
    .map(({ slug, role }) => `${slug} (${role.toLowerCase()})`);
  const left = memberships.length - shown.length;
  if (shown.length === 0) return 'none yet';
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${left} more`;
}

const joined = (parts: readonly Markup[]): Markup => new Markup(parts.map(({ text }) => text).join('\n'));
