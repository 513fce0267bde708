/** The number of attacks of each group that were tried, and that had no effect. */
export class Tally {
  readonly #groups = new Map<string, { tried: number; held: number }>();

  #group(name: string): { tried: number; held: number } {
    const group = this.#groups.get(name) ?? { tried: 0, held: 0 };
    this.#groups.set(name, group);
    return group;
  }

  /** Counts one attack; `work` throws when it had an effect. */
  async count(name: string, work: () => Promise<void>): Promise<void> {
    const group = this.#group(name);
    group.tried += 1;
    await work();
    group.held += 1;
  }

  /** One line for each group and one for all. */
  toString(): string {
    const rows = [...this.#groups].sort(([a], [b]) => a.localeCompare(b));
    const sum = (of: 'tried' | 'held') => rows.reduce((all, [, group]) => all + group[of], 0);
    const lines = rows.map(([name, { tried, held }]) => `${name}: ${held} of ${tried} held off`);
    return [...lines, `all: ${sum('held')} of ${sum('tried')} held off`].join('\n');
  }
}
