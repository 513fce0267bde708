import { describe, expect, test } from 'vitest';
import type { Journal } from '../../src/outcome/journal.ts';
import { EagerClock } from '../fake-clock.ts';
import { json, networkError, scriptedClient } from '../scripted-service.ts';

const link = { kycUrl: 'https://x.example', expiresAt: '2026-01-05T10:00:00Z', provider: 'SUMSUB' };
const SETTLED = { settle: 0 };

/** What must hold for the claims of a store when the clocks of its processes differ. */
export function skewSuite(name: string, make: () => Promise<Journal>): void {
  describe(`the claims of ${name}`, () => {
    test.each([140_000, 280_000, 3_600_000, -280_000])(
      'stay with a recovery when the clock of another is %i ms ahead',
      async (ahead) => {
        const journal = await make();
        const script = [networkError('ECONNRESET'), json(200, link)];
        const one = scriptedClient(script, { journal, retry: 0 });
        const write = one.payments.customers.createKycLink({ customerId: 'Customer:1' });
        await write.catch(() => undefined);
        const clock = new EagerClock();
        clock.advance(ahead);
        const other = scriptedClient([json(200, link)], { journal, clock });
        const found: string[] = [];
        for await (const { id } of one.payments.recover(SETTLED)) {
          found.push(id);
          expect(await other.payments.recover(SETTLED)).toEqual([]);
        }
        expect(found).toHaveLength(1);
        expect(other.received).toEqual([]);
        expect(await other.payments.recover(SETTLED)).toEqual([]);
      },
    );
  });
}
