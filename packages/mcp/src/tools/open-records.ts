import type { Journal, OpenRecord } from '@org/payments-sdk';

const PAGE = 100;

/** The recorded changes without a known outcome, oldest first. */
export async function openRecords(journal: Journal): Promise<readonly OpenRecord[]> {
  const all: OpenRecord[] = [];
  for (;;) {
    const page = await journal.open({ after: all.at(-1), limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
