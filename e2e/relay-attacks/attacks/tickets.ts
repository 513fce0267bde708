import { CompactEncrypt } from 'jose';
import { type Attack, attacks } from '../support/attack.ts';
import type { AttackedPlatform, Person } from '../support/attacked-platform.ts';

/** Leg 1 of a freeze with the stamp that would complete it. */
async function begunFreeze(person: Person) {
  const session = await person.signIn();
  const request = { action: 'freezeCard', input: { cardId: person.cardId } };
  const { ticket, payloadToSign } = await person.browser.begin('actionBegin', request);
  return { session, ticket, stamp: await session.key.stamp(payloadToSign) };
}

/** Ada's own begun freeze, with its ticket changed. */
const changed =
  (
    change: (ticket: string, platform: AttackedPlatform) => string | Promise<string>,
  ): Attack['prepare'] =>
  async (platform) => {
    const { ticket, stamp } = await begunFreeze(platform.ada);
    const forged = await change(ticket, platform);
    return () => platform.ada.browser.send('actionComplete', { ticket: forged, stamp });
  };

const part = (ticket: string, index: number, edit: (text: string) => string) => {
  const parts = ticket.split('.');
  return parts.with(index, edit(parts[index] ?? '')).join('.');
};
const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

/** The claims that an attacker would want sealed, under the attacker's key and our key's name. */
async function reencrypt(ticket: string, { ada }: AttackedPlatform): Promise<string> {
  const [header = ''] = ticket.split('.');
  const { kid, typ } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const claims = { call: 'actionComplete', user: 'ada', exp: Number.MAX_SAFE_INTEGER };
  const step = { operation: 'cards.update', path: `/cards/${ada.cardId}`, search: '', headers: {} };
  const content = { accountId: ada.accountId, step };
  return new CompactEncrypt(Buffer.from(JSON.stringify({ ...claims, content })))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid, typ })
    .encrypt(new Uint8Array(32).fill(7));
}

const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');

/** Tickets of other users, at other times and for other calls. */
export const tickets: readonly Attack[] = [
  ...attacks(
    'a ticket',
    { status: 400, code: 'TICKET_INVALID' },
    {
      "of another user, with that user's stamp": async ({ ada, eve }) => {
        const { ticket, stamp } = await begunFreeze(ada);
        return () => eve.browser.send('actionComplete', { ticket, stamp });
      },
      "of another user, with one's own stamp": async ({ ada, eve }) => {
        const { ticket } = await begunFreeze(ada);
        const { stamp } = await begunFreeze(eve);
        return () => eve.browser.send('actionComplete', { ticket, stamp });
      },
      'of an action, to end a refresh': async ({ ada }) => {
        const { ticket, stamp } = await begunFreeze(ada);
        return () => ada.browser.send('refreshComplete', { ticket, stamp });
      },
      'of an action, to end a revocation': async ({ ada }) => {
        const { ticket, stamp } = await begunFreeze(ada);
        return () => ada.browser.send('revokeComplete', { ticket, stamp });
      },
      'of an action, to end a registration': async ({ ada }) => {
        const { ticket, stamp } = await begunFreeze(ada);
        return () => ada.browser.send('passkeyComplete', { ticket, stamp });
      },
      'of a revocation, to end an action': async ({ ada }) => {
        const { id, key } = await ada.signIn();
        const { ticket, payloadToSign } = await ada.browser.begin('revokeBegin', { id });
        const stamp = await key.stamp(payloadToSign);
        return () => ada.browser.send('actionComplete', { ticket, stamp });
      },
      'of passkey options, to end an action': async ({ ada }) => {
        const { stamp } = await begunFreeze(ada);
        const { ticket } = await ada.browser.call('passkeyOptions', { nickname: 'Phone' });
        return () => ada.browser.send('actionComplete', { ticket, stamp });
      },
      'with one character of its ciphertext changed': changed((ticket) => part(ticket, 3, flip)),
      'with one character of its tag changed': changed((ticket) => part(ticket, 4, flip)),
      'with one character of its nonce changed': changed((ticket) => part(ticket, 2, flip)),
      'without its last characters': changed((ticket) =>
        part(ticket, 3, (text) => text.slice(0, -8)),
      ),
      'without its tag': changed((ticket) => part(ticket, 4, () => '')),
      'with a ciphertext of another ticket': async ({ ada }) => {
        const [one, other] = [await begunFreeze(ada), await begunFreeze(ada)];
        const ticket = part(one.ticket, 3, () => other.ticket.split('.')[3] ?? '');
        return () => ada.browser.send('actionComplete', { ticket, stamp: one.stamp });
      },
      'encrypted again under another key': changed(reencrypt),
      'that claims to need no key': changed((ticket) =>
        part(ticket, 0, () => header({ alg: 'none' })),
      ),
      'that asks for another algorithm': changed((ticket) =>
        part(ticket, 0, () =>
          header({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', p2c: 1e9, p2s: 'AA' }),
        ),
      ),
      'of a relay with another secret': changed((ticket) =>
        part(ticket, 0, () => header({ alg: 'dir', enc: 'A256GCM', kid: '0'.repeat(16) })),
      ),
    },
  ),
  ...attacks(
    'a ticket',
    { status: 400, code: 'TICKET_EXPIRED' },
    {
      'that came too late': async ({ ada, mock }) => {
        const { ticket, stamp } = await begunFreeze(ada);
        mock.clock.advance({ minutes: 5 });
        return () => ada.browser.send('actionComplete', { ticket, stamp });
      },
    },
  ),
  ...attacks(
    'a ticket',
    { status: 400, code: 'INVALID_INPUT' },
    {
      'longer than the protocol allows': changed((ticket) => `${ticket}${'A'.repeat(17_000)}`),
      'that is an object': async ({ ada }) => {
        const { stamp } = await begunFreeze(ada);
        return () => ada.browser.send('actionComplete', { ticket: { toString: 'x' }, stamp });
      },
    },
  ),
  ...attacks(
    'a replay',
    { status: 401, code: 'UNAUTHORIZED', reason: 'request_id' },
    {
      'of a completed ticket, to both relays': async ({ ada }) => {
        const { ticket, stamp } = await begunFreeze(ada);
        await ada.browser.call('actionComplete', { ticket, stamp });
        const send = () => ada.browser.send('actionComplete', { ticket, stamp });
        return async () => [await send(), await send()];
      },
    },
  ),
  ...attacks(
    'a stamp',
    { status: 401, code: 'UNAUTHORIZED', reason: 'stamp_mismatch' },
    {
      'over another payload': async ({ ada }) => {
        const { session, ticket } = await begunFreeze(ada);
        const stamp = await session.key.stamp('something else');
        return () => ada.browser.send('actionComplete', { ticket, stamp });
      },
      'over the payload of another ticket': async ({ ada }) => {
        const [one, other] = [await begunFreeze(ada), await begunFreeze(ada)];
        return () => ada.browser.send('actionComplete', { ticket: one.ticket, stamp: other.stamp });
      },
    },
  ),
  ...attacks(
    'a stamp',
    { status: 401, code: 'UNAUTHORIZED', reason: 'session_inactive' },
    {
      "by another user's session": async ({ ada, eve }) => {
        await ada.signIn();
        const { key } = await eve.signIn();
        const request = { action: 'freezeCard', input: { cardId: ada.cardId } };
        const { ticket, payloadToSign } = await ada.browser.begin('actionBegin', request);
        const stamp = await key.stamp(payloadToSign);
        return () => ada.browser.send('actionComplete', { ticket, stamp });
      },
      'by a session that was ended': async ({ ada }) => {
        const { session, ticket, stamp } = await begunFreeze(ada);
        const ending = await ada.browser.begin('revokeBegin', { id: session.id });
        const signature = await session.key.stamp(ending.payloadToSign);
        await ada.browser.call('revokeComplete', { ticket: ending.ticket, stamp: signature });
        return () => ada.browser.send('actionComplete', { ticket, stamp });
      },
    },
  ),
];
