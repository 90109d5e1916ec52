// The routes about people, each group in a file of its own. Those at which somebody signs in learn of the browser.
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import type { Browsers } from '../../session/browser.ts';
import { addEmailRoutes } from './email.ts';
import { addAccountEntryRoutes, addMeRoutes } from './me.ts';
import { addInvitationRoutes, addMemberAccountRoutes, addMemberRoutes } from './members.ts';
import { addPasskeyRoutes } from './passkeys.ts';
import { addProofRoutes } from './proofs.ts';
import { addSecondFactorRoutes } from './second_factor.ts';
import { addSessionRoutes } from './sessions.ts';
import { addPasskeySignInRoutes, addSignInRoutes } from './sign_in.ts';
import { addLinkRoutes, addSignUpRoutes } from './sign_up.ts';

export function addPeopleRoutes(app: App, ask: Ask, browsers: Browsers): void {
  addSignUpRoutes(app, ask, browsers);
  addLinkRoutes(app, ask);
  addSignInRoutes(app, ask, browsers);
  addPasskeySignInRoutes(app, ask, browsers);
  addMeRoutes(app, ask, browsers);
  addAccountEntryRoutes(app, ask);
  addEmailRoutes(app, ask, browsers);
  addSecondFactorRoutes(app, ask, browsers);
  addPasskeyRoutes(app, ask, browsers);
  addProofRoutes(app, ask, browsers);
  addSessionRoutes(app, ask, browsers);
  addMemberRoutes(app, ask);
  addInvitationRoutes(app, ask);
  addMemberAccountRoutes(app, ask);
}
