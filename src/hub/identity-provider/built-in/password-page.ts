import { markup } from '../../pages/markup.js';
import { page } from '../../pages/page.js';

/** What the page begins with. */
export interface PasswordPage {
  /** Where the form goes. */
  readonly action: string;
  /** What was typed before. */
  readonly username?: string;
  /** Why it is shown again. */
  readonly alert?: string;
}

const NOTHING = markup``;

/** Asks a local user for their name and password. */
export function passwordPage({ action, username = '', alert }: PasswordPage): string {
  const isAgain = alert !== undefined;
  const focus = markup`autofocus`;
  const invalid = isAgain ? markup`aria-invalid="true" aria-describedby="alert"` : NOTHING;
  const content = markup`<h1>Sign in</h1>
${isAgain ? markup`<p class="alert" id="alert" role="alert">${alert}</p>` : markup`<p>Use your account on this server.</p>`}
<form method="post" action="${action}">
<label for="username">Username</label>
<input id="username" name="username" type="text" value="${username}" autocomplete="username" autocapitalize="none"
  spellcheck="false" maxlength="256" required ${invalid} ${isAgain ? NOTHING : focus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required
  ${invalid} ${isAgain ? focus : NOTHING}>
<button type="submit">Sign in</button>
<button class="plain" type="submit" name="cancel" value="yes" formnovalidate>Cancel</button>
</form>`;
  return page('Sign in', content);
}
