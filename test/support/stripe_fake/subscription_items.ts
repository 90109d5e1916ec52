// The items of a subscription after a request that changes some of them.
import { type Answer, badParameter, missingParameter } from './answers.ts';
import { type Form, listIn, textIn } from './form.ts';
import { createId, type HeldSubscription, type Item, type StripeStore } from './store.ts';

/** The items after a request: one with an id is changed, one without is added. */
export function itemsAfter(
  store: StripeStore,
  held: HeldSubscription,
  form: Form,
): { items: Item[] } | Answer {
  const items = held.items.map((item) => ({ ...item }));
  for (const [index, asked] of listIn(form, 'items').entries()) {
    const id = textIn(asked, 'id');
    const price = textIn(asked, 'price');
    const item = items.find((candidate) => candidate.id === id);
    if (id !== undefined && !item) return missingParameter('subscription item', id, `items[${index}][id]`);
    if (price !== undefined && !store.prices.has(price))
      return missingParameter('price', price, `items[${index}][price]`);
    if (price !== undefined && store.archived.has(price) && item?.price !== price)
      return badParameter(`items[${index}][price]`, 'The price specified is inactive.');
    if (price !== undefined && store.ofOtherCurrency.has(price))
      return badParameter(`items[${index}][price]`, 'The price specified only supports another currency.');
    if (item && price !== undefined) item.price = price;
    if (!item) {
      if (price === undefined)
        return badParameter(`items[${index}][price]`, 'Missing required param: price.');
      items.push({ id: createId('si'), price });
    }
  }
  const prices = items.map(({ price }) => price);
  if (new Set(prices).size < prices.length)
    return badParameter('items', 'Cannot add multiple subscription items with the same price.');
  return { items };
}
