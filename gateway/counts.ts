// Sums by name, such as what each account has under way. A name whose sum is 0 takes no memory.

export class Counts<Name> {
  readonly #sums = new Map<Name, number>();

  of(name: Name): number {
    return this.#sums.get(name) ?? 0;
  }

  add(name: Name, more: number): void {
    const sum = this.of(name) + more;
    if (sum > 0) this.#sums.set(name, sum);
    else this.#sums.delete(name);
  }
}
