import type { ErrorReport as ReplayedReport } from '@org/payments-mock';
import type { ErrorReport } from '@org/payments-sdk';
import { expectTypeOf, test } from 'vitest';

test('the mock replays every report that the client makes', () => {
  expectTypeOf<ErrorReport>().toExtend<ReplayedReport>();
});
