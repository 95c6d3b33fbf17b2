import type { ReceivedInvitationList, ReceivedInvitationView } from '../invitations/my-invitations.dto.js';
import { Markup, markup } from '../pages/markup.js';
import { ANSWERS_PATH } from './answers.controller.js';

/** The invitations that wait for the user's answer, each with a form that gives it. Nothing where none wait. */
export function invitationsSection(
  { invitations, total }: ReceivedInvitationList,
  publicUrl: string,
): Markup {
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
