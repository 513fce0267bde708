import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, openLab } from '../../../test/lab/lab.ts';

rules('card pages', (door) => {
  test.each([
    ['ACTIVE', 200],
    ['FROZEN', 200],
    ['CLOSED', 403],
    ['PENDING_ISSUE', 403],
    ['PENDING_KYC', 403],
  ] as const)(
    'rule 70: a page that shows the number of a card that is %s: %i',
    async (state, status) => {
      const lab = await openLab(door);
      const { id } = lab.mock.add.card({ state });
      const reply = await lab.send('POST', `/cards/${id}/reveal`);
      expect(reply.status).toBe(status);
      if (status === 403) return expectRefused(reply, 403, 'FORBIDDEN');
      expect(reply.body.panEmbedUrl).toMatch(/^https:\/\//);
      expect(reply.body.expiresAt).toBe(new Date(lab.mock.clock.now() + 300_000).toISOString());
      const again = await lab.send('POST', `/cards/${id}/reveal`);
      expect(again.body.panEmbedUrl).not.toBe(reply.body.panEmbedUrl);
      expect(JSON.stringify(lab.mock.requests)).not.toContain(reply.body.panEmbedUrl);
      return expectRefused(await lab.send('POST', '/cards/Card:x/reveal'), 404, 'NOT_FOUND');
    },
  );
});
