import { describe, expect, test } from 'vitest';
import { type Door, openLab } from './lab.ts';

/** What every door must bring across unharmed: headers, faults, unknown paths. */
export function doorRules(door: Door): void {
  describe('what a door carries', () => {
    test('every answer has the date of the mock clock', async () => {
      const lab = await openLab(door);
      const dateOf = async (path: string) => (await lab.send('GET', path)).headers.get('date');
      lab.mock.clock.set('2031-03-09T01:02:03.999Z');
      expect(await dateOf('/documents')).toBe('Sun, 09 Mar 2031 01:02:03 GMT');
      lab.mock.clock.advance({ days: -1 });
      expect(await dateOf('/nowhere')).toBe('Sat, 08 Mar 2031 01:02:03 GMT');
      lab.mock.faults.add({ effect: { kind: 'answer', status: 502, html: '<p>Bad gateway</p>' } });
      const html = await lab.door.fetch(`${lab.door.connection.baseUrl}/documents`, {});
      expect(html.headers.get('date')).toBe('Sat, 08 Mar 2031 01:02:03 GMT');
    });

    test('an unknown path below the base is 404 and logged', async () => {
      const lab = await openLab(door);
      expect((await lab.send('GET', '/nowhere/at-all?x=1')).status).toBe(404);
      expect(lab.mock.requests).toMatchObject([
        { path: '/nowhere/at-all?x=1', status: 404, decision: 'refused', operation: undefined },
      ]);
    });

    test('an injected answer keeps its status, its headers and its body', async () => {
      const lab = await openLab(door);
      lab.mock.faults.add({ effect: { kind: 'answer', status: 429, retryAfter: 7 } });
      const limited = await lab.send('GET', '/documents');
      expect(limited).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
      expect(limited.headers.get('retry-after')).toBe('7');
      lab.mock.faults.add({ effect: { kind: 'answer', status: 502, html: '<h1>Down</h1>' } });
      const html = await lab.door.fetch(`${lab.door.connection.baseUrl}/documents`, {});
      expect(html.headers.get('content-type')).toContain('text/html');
      expect([html.status, await html.text()]).toEqual([502, '<h1>Down</h1>']);
    });

    test.each(['reset-connection', 'lose-reply'] as const)('%s rejects', async (kind) => {
      const lab = await openLab(door);
      lab.mock.faults.add({ effect: { kind } });
      await expect(lab.send('GET', '/documents')).rejects.toThrow(TypeError);
      expect(lab.mock.requests).toMatchObject([{ decision: 'lost' }]);
      expect((await lab.send('GET', '/documents')).status).toBe(200);
    });

    test('a truncated body breaks off while it is read', async () => {
      const lab = await openLab(door);
      lab.mock.faults.add({ effect: { kind: 'truncate', bytes: 5 } });
      await expect(lab.send('GET', '/documents')).rejects.toThrow();
      expect((await lab.send('GET', '/documents')).status).toBe(200);
    });
  });
}
