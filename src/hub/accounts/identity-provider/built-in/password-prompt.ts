import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { LocalUsersService } from '../../../../auth/local-users/local-users.service.js';
import { forbidden } from '../../../../common/errors/api-error.js';
import { pathOf } from '../../../../common/http/request-path.js';
import { PROVIDER_PATH } from '../../../../config/idp.js';
import { mayUseCookies } from '../../../../common/http/same-origin.js';
import { sendPage, page } from '../../../platform/pages/page.js';
import { readForm } from '../../../platform/pages/read-form.js';
import { markup } from '../../../platform/pages/markup.js';
import { passwordMethods } from './account-state.js';
import { stateQuery } from './provider-configuration.js';

/** Contents of the login page. */
interface PasswordPage {
  /** Form action. */
  readonly action: string;
  /** The username entered before. */
  readonly username?: string;
  /** Error message when it is shown again. */
  readonly alert?: string;
}

const NOTHING = markup``;

/** HTML of the login page for local users. */
function passwordPage({ action, username = '', alert }: PasswordPage): string {
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

const WRONG = 'Wrong username or password.';

/** Dependencies of the prompt. */
export interface PromptParts {
  readonly publicUrl: string;
  readonly users: LocalUsersService;
}

/** The login page of the built-in provider. */
export class PasswordPrompt {
  constructor(
    private readonly provider: Provider,
    private readonly parts: PromptParts,
  ) {}

  /** @param uid id of the interaction, from the path */
  async handle(uid: string, req: Request, res: Response): Promise<void> {
    if (!(await this.isUnderWay(uid, req, res))) this.leave(req, res);
    else if (req.method === 'GET') this.show(uid, req, res, 200);
    else await this.submit(uid, req, res);
  }

  /** The interaction must belong to this browser; a cookie proves it. */
  private async isUnderWay(uid: string, req: Request, res: Response): Promise<boolean> {
    const found = await this.provider.interactionDetails(req, res).catch(() => undefined);
    return found?.uid === uid;
  }

  /** Sends browsers whose sign-in is over back to the hub, which knows whether they are signed in. */
  private leave({ query }: Request, res: Response): void {
    const { publicUrl } = this.parts;
    res.setHeader('Cache-Control', 'no-store');
    res
      .status(303)
      .setHeader('Location', `${publicUrl}/auth/callback${stateQuery(query['state'])}`)
      .end();
  }

  private show(
    uid: string,
    { query }: Request,
    res: Response,
    status: number,
    again: { username?: string; alert?: string } = {},
  ): void {
    const action = `${pathOf(this.parts.publicUrl)}${PROVIDER_PATH}/interaction/${uid}${stateQuery(query['state'])}`;
    sendPage(res, status, passwordPage({ action, ...again }));
  }

  private async submit(uid: string, req: Request, res: Response): Promise<void> {
    if (!mayUseCookies(req, new URL(this.parts.publicUrl).origin)) throw forbidden();
    const { username, password, cancel } = await readForm(req, res, ['username', 'password', 'cancel']);
    if (cancel !== '') {
      await this.provider.interactionFinished(req, res, { error: 'access_denied' });
      return;
    }
    const account = await this.parts.users.accountWith(username, password, req.deadline);
    if (account === undefined) {
      this.show(uid, req, res, 401, { username, alert: WRONG });
      return;
    }
    const login = { accountId: account.id, remember: false, amr: passwordMethods(account) };
    await this.provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false });
  }
}
