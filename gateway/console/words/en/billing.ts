// The plans.

import { number } from '../formats.ts';
import { inLanguage } from '../language.ts';
import { plural } from './plural.ts';

export const billing = inLanguage('billing', {
  perInterval: { month: 'a month', year: 'a year' },
  textsAMonth: (n: number) => `${plural(n, 'text', 'texts')} a month, of any length`,
  switchTo: (plan: string) => `Switch to ${plan}`,
  switching: {
    atOnce: 'The plan changes right away.',
    atOnceFree:
      'The plan changes right away. Nothing is charged now; your next invoice follows the new price.',
    atOnceFor: (amount: string) =>
      `The plan changes right away. ${amount} is charged now for the rest of the billing period.`,
    byPayment: 'You continue to the payment. Nothing changes before you have paid.',
  },
  dueNow: 'due now',
  smallerThanUsed: (used: number, cap: number) =>
    `You have used ${plural(used, 'text', 'texts')} this month. With ${number(cap)} a month nothing is sent until the next month begins.`,
  usedOfSmaller: (used: number, cap: number) =>
    `You have used ${number(used)} of its ${number(cap)} texts this month.`,
  toPayment: 'Continue to payment',
  payment: 'Payment',
  renewsOn: 'It renews on {at}.',
  endsOn: 'It ends on {at}.',
  invoices: 'Invoices and payment method',
  yourPlan: 'Your plan',
  choosePlan: (plan: string) => `Choose ${plan}`,
  thanks: 'Thank you',
  received: 'Your payment was received. The plan takes effect within moments.',
  youAreOn: (plan: string) => `You are on ${plan}.`,
  nothingChanged: 'Nothing was changed',
  left: 'You left the payment, and nothing was changed. You can choose the plan again at any time.',
  lead: 'What you can send, and what it costs.',
  unlimited: 'This account has no limit, and pays nothing.',
  used: (used: number, cap: number) => `${number(used)} of ${number(cap)} texts are used this month.`,
  noPlan: 'No plan yet. Choose one to send texts.',
  notSold: 'Plans cannot be bought here: the operator of this service sets them.',
  adminsChange: 'An admin of this account can change the plan.',
});
