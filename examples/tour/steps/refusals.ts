import { refused, TourFailure } from '../expect.ts';
import { printingStamper, type Stage, sessionKeyOf } from '../stage.ts';

async function begin(stage: Stage) {
  const { payments, ids } = stage;
  const step = await payments.internalAccounts.update.begin({
    id: ids.account,
    privateEnabled: true,
  });
  if (step.status !== 'challenge') throw new TourFailure('The service should ask for a signature.');
  return step;
}

/** Shows the refusals of a wrong stamp, a late one, and a forbidden transition. */
export async function refusals(stage: Stage): Promise<string> {
  const { payments, mock, print, ids } = stage;
  const { complete } = payments.internalAccounts.update;
  const sessionKey = sessionKeyOf(stage);

  print.line('   a stamp over other bytes:');
  const first = await begin(stage);
  const stampOfOther = await sessionKey.stamp(`${first.payloadToSign} `);
  await refused(print, complete(first, stampOfOther), {
    code: 'UNAUTHORIZED',
    failedCheck: 'stamp_mismatch',
  });

  print.line('   a challenge that has expired:');
  const second = await begin(stage);
  const stamp = await sessionKey.stamp(second.payloadToSign);
  mock.clock.set(second.expiresAt);
  print.note('clock', `moved to ${second.expiresAt}, when the challenge ends`);
  await refused(print, complete(second, stamp), {
    code: 'UNAUTHORIZED',
    failedCheck: 'challenge_expired',
  });

  print.line('   a closed card that is to be reactivated:');
  const call = payments.cards.update(
    { id: ids.card, state: 'ACTIVE' },
    { stamper: printingStamper(stage) },
  );
  await refused(print, call, { code: 'INVALID_STATE_TRANSITION' });
  return 'all three were refused, each with its own reason, and nothing was changed';
}
