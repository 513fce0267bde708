import { describe, expect, it } from 'vitest';
import { type Opened, relayOfSessions } from '../../../test/relay/session-service.ts';

const signInRequired = { status: 401, code: 'SIGN_IN_REQUIRED' };

describe('refreshes of one sign-in', () => {
  it('are limited to `maxRefreshes`; a new sign-in starts over', async () => {
    const { signIn, refresh } = relayOfSessions({ maxRefreshes: 2 });
    const first = await refresh(await signIn());
    const second = await refresh(first.opened as Opened);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await refresh(second.opened as Opened)).toEqual(signInRequired);
    expect((await refresh(await signIn())).status).toBe(200);
  });

  it('are refused `maxSessionAge` after the sign-in, whatever their number', async () => {
    const { signIn, refresh, clock } = relayOfSessions({ maxSessionAge: 1_200_000 });
    const opened = await signIn();
    clock.advance(1_199_999);
    const first = await refresh(opened);
    expect(first.status).toBe(200);
    clock.advance(1);
    expect(await refresh(first.opened as Opened)).toEqual(signInRequired);
  });

  it('are refused where the time of the sign-in is not known', async () => {
    const { signIn, refresh, writes } = relayOfSessions({ maxRefreshes: 5 });
    const one = await signIn();
    const other = await signIn();
    const { opened } = await refresh(one);
    const before = writes().length;
    const other2 = other.lineage ?? '';
    for (const lineage of [undefined, 'a.b.c.d.e', other2, `${one.lineage?.slice(0, -4)}AAAA`]) {
      expect(await refresh({ id: (opened as Opened).id, lineage })).toEqual(signInRequired);
    }
    expect(writes()).toHaveLength(before);
  });

  it('are limited to 12 hours and 100 refreshes by default', async () => {
    const late = relayOfSessions({});
    const opened = await late.signIn();
    late.clock.advance(43_199_999);
    const last = await late.refresh(opened);
    expect(last.status).toBe(200);
    late.clock.advance(1);
    expect(await late.refresh(last.opened as Opened)).toEqual(signInRequired);
    const often = relayOfSessions({});
    let session = await often.signIn();
    for (let count = 0; count < 100; count += 1) {
      session = (await often.refresh(session)).opened as Opened;
    }
    expect(await often.refresh(session)).toEqual(signInRequired);
  });

  it('are not limited where the platform disables the limits, for any lineage', async () => {
    const options = { maxRefreshes: Infinity, maxSessionAge: Infinity };
    const { signIn, refresh } = relayOfSessions(options);
    const { id, lineage } = await signIn();
    expect(lineage).toEqual(expect.any(String));
    for (const given of [lineage, undefined, 'a.b.c.d.e']) {
      const { status } = await refresh({ id, ...(given !== undefined && { lineage: given }) });
      expect(status).toBe(200);
    }
  });
});
