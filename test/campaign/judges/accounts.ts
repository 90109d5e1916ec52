// Judges what was counted: used is what is charged, and no cap is passed or reported before it is reached.
import type { Breach, Evidence } from './evidence.ts';

/** Judges the counts. */
export function judgeAccounts({ tenants, accounts, rows, sends }: Evidence): Breach[] {
  const outs = Map.groupBy(
    rows.filter(({ direction }) => direction === 'out'),
    ({ accountId }) => accountId,
  );
  const counted = new Map(accounts.map((account) => [account.id, account]));
  const refusedAtCap = new Set(
    sends
      .filter(({ reported }) => reported.some(({ code }) => code === 'cap_reached'))
      .map(({ tenant }) => tenant.id),
  );
  const firstAsked = new Map([...sends].reverse().map(({ tenant, askedMs }) => [tenant.id, askedMs]));
  return tenants.flatMap((tenant) => {
    const { used, charged } = counted.get(tenant.id) ?? { used: 0, charged: 0 };
    const accepted = outs.get(tenant.id)?.length ?? 0;
    const breaches: Breach[] = [];
    const atMs = firstAsked.get(tenant.id);
    const breach = (guarantee: string, what: string) =>
      breaches.push({ guarantee, what, tenant: tenant.name, ...(atMs !== undefined && { atMs }) });
    if (used !== charged) breach('used is what is charged', `${used} used, ${charged} texts charged`);
    if (charged > tenant.cap)
      breach('the cap is never passed', `${charged} texts charged, the cap is ${tenant.cap}`);
    if (refusedAtCap.has(tenant.id) && accepted < tenant.cap)
      breach('refused below the cap', `only ${accepted} texts were ever accepted, the cap is ${tenant.cap}`);
    return breaches;
  });
}
