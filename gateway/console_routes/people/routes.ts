// The console's routes about people, each group in a file of its own.
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import type { Browsers } from '../../session/browser.ts';
import { addEmailRoutes } from './email.ts';
import { addMeRoutes } from './me.ts';
import { addMemberRoutes } from './members.ts';
import { addPasskeyRoutes } from './passkeys.ts';
import { addProofRoutes } from './proofs.ts';
import { addSecondFactorRoutes } from './second_factor.ts';
import { addSessionRoutes } from './sessions.ts';
import { addSignInRoutes } from './sign_in.ts';
import { addSignUpRoutes } from './sign_up.ts';

interface PeopleRoutesOptions {
  core: PeopleCore;
  browsers: Browsers;
}

export function addPeopleRoutes(app: App, options: PeopleRoutesOptions): void {
  addSignUpRoutes(app, options);
  addSignInRoutes(app, options);
  addMeRoutes(app, options);
  addEmailRoutes(app, options);
  addSecondFactorRoutes(app, options);
  addPasskeyRoutes(app, options);
  addProofRoutes(app, options);
  addSessionRoutes(app, options);
  addMemberRoutes(app, options);
}
