// The sandbox's checkout page: what Stripe's would be, without money.
import { type SandboxCheckout, SandboxCheckoutState } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { writtenPrice } from '../../runtime/interfaces/currency.ts';
import { Html, html } from './page.ts';

/** The choices of a payer, by the form's values. */
export const actionNames = ['pay', 'pay_then_decline', 'decline', 'cancel'] as const;

const notice = html`<p class="notice"><strong>Sandbox.</strong> This page moves no money and asks for no card.</p>`;

const priceOf = ({ priceCents, currency }: SandboxCheckout): string =>
  writtenPrice(Number(priceCents), currency);

const buttons = html`<form method="post">
<button class="main" name="action" value="pay">Pay</button>
<button name="action" value="pay_then_decline">Pay with a card that is declined next time</button>
<button name="action" value="decline">Try a card that is declined</button>
<button name="action" value="cancel">Cancel</button>
</form>`;

const declinedNote = html`<p class="fault" role="alert">The card was declined. Nothing has changed; try again or cancel.</p>`;

/** The page's title and content. `declined` says that a card was just declined. */
export function checkoutPage(checkout: SandboxCheckout, declined: boolean): { title: string; content: Html } {
  switch (checkout.state) {
    case SandboxCheckoutState.PAID:
      return {
        title: 'Paid',
        content: html`${notice}<p>The plan <strong>${checkout.planName}</strong> is in effect.</p><p><a href="/billing/return?outcome=paid">Go back</a></p>`,
      };
    case SandboxCheckoutState.EXPIRED:
      return {
        title: 'This checkout has ended',
        content: html`${notice}<p>Nothing was changed by it. Ask for the plan again to get a new link.</p>
<p><a href="/billing/return?outcome=canceled">Go back</a></p>`,
      };
    default:
      return {
        title: `Textrelay ${checkout.planName}`,
        content: html`${notice}<p class="price">${priceOf(checkout)} a month</p>${declined ? declinedNote : new Html('')}${buttons}`,
      };
  }
}
