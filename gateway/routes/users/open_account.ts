// Accounts that an operator makes for themselves.
import { Type } from 'typebox';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { route } from '../../interface/route.ts';
import { toNumber } from '../../schemas/integers.ts';
import { boundedText, integer, nameText } from '../../schemas/kinds.ts';
import { missing } from '../../schemas/resource.ts';

export const openAccount = route('POST /api/v1/console/accounts', {
  id: 'consoleOpenAccount',
  summary: 'Make an account that one owns. For the operator.',
  session: 'session',
  body: Type.Object(
    { name: nameText('What others see.'), country: boundedText(1, 10, 'ISO 3166-1, two letters.') },
    { title: 'OpenOwnAccount' },
  ),
  answer: Type.Object({ account_id: integer(1, 'The new account.') }, { title: 'OpenedAccount' }),
  handler: async (request, { ask }) => {
    const { name, country } = request.body;
    const asked = { name, country, owned: true };
    const { account } = await ask(AccountService.method.createAccount, asked, request);
    return { account_id: toNumber((account ?? missing()).id) };
  },
});
