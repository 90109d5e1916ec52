// The keys that a statement has found to have a policy: it is applied to their next texts at once, which saves a second
// statement. It is a hint alone: each statement reads the policy anew.
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import { type PolicyNeeds, policyNeeds } from '../../store/outbound/rules/policy_rules.ts';

/** Most keys that are remembered; the one that was found longest ago is forgotten. */
const mostKeys = 10_000;

export class PolicedKeys {
  /** By the key as SHA-256 in hex. */
  readonly #needs = new BoundedMap<string, PolicyNeeds>(mostKeys);

  /** The most that the policies of the texts' keys need; null if none is known to have one. */
  mostOf(texts: readonly { keyHash: string | null }[]): PolicyNeeds | null {
    if (this.#needs.size === 0) return null;
    let most = -1;
    for (const { keyHash } of texts) {
      const needs = keyHash === null ? undefined : this.#needs.get(keyHash);
      if (needs !== undefined) most = Math.max(most, policyNeeds.indexOf(needs));
    }
    return policyNeeds[most] ?? null;
  }

  /** Takes what a statement has found of a key; null for one without a policy. */
  note(hash: string, needs: PolicyNeeds | null): void {
    if (needs === null) this.#needs.delete(hash);
    else this.#needs.set(hash, needs);
  }
}
