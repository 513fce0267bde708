import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { serveApprovalPage } from '@org/payments-mcp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isForeignUser, userBehind } from '../src/approval/page/own-user.ts';
import { openerOf } from '../src/bin/mcp/machine.ts';
import { serverOf, stage } from './stage.ts';

/** Whose all connections are, as the system tells it, if not as it is. */
const told: { user?: number } = vi.hoisted(() => ({}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readFileSync = (path: string, encoding: 'utf8') => {
    const text = fs.readFileSync(path, encoding);
    if (told.user === undefined || !path.startsWith('/proc/net/')) return text;
    return text.replace(/( [0-9A-F]{8}) +\d+( +\d+ \d+)/g, `$1 ${told.user}$2`);
  };
  return { ...fs, readFileSync };
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('the user behind a connection is the one who opened it, from any address', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  for (const localAddress of ['127.0.0.1', '127.0.0.2']) {
    const accepted = once(server, 'connection');
    const client = connect({ port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void client.destroy());
    const [socket] = (await accepted) as [Socket];
    expect(userBehind(socket)).toBe(process.getuid?.());
    expect(isForeignUser(socket)).toBe(false);
  }
});

onLinux('another user of the machine, who lists the processes, signs nobody in', async () => {
  const mcp = serverOf({ platform: stage().payments });
  onTestFinished(() => void delete told.user);
  const own = vi.spyOn(process, 'getuid').mockReturnValue(1000);
  onTestFinished(() => own.mockRestore());
  for (const [onlyOwnUser, user, status] of [
    [true, 4242, 403],
    // Who may do everything passes what another system sends on.
    [true, 0, 401],
    [true, 1000, 401],
    [false, 4242, 401],
  ] as const) {
    told.user = user;
    const page = await serveApprovalPage(mcp, { show: () => undefined, onlyOwnUser });
    onTestFinished(() => page.close());
    const headers = { origin: new URL(page.url).origin };
    const body = new URLSearchParams({ code: 'one that is not valid' });
    const entered = await fetch(`${page.url}/enter`, { method: 'POST', headers, body });
    expect(entered.status).toBe(status);
    if (status === 403) expect(await entered.text()).toContain('another user of the machine');
  }
});

test('on a Mac the address is read, and is not an argument that others can list', () => {
  const address = 'http://127.0.0.1:1/approvals-1/enter#code=1';
  const [command, options, input] = openerOf('darwin', address);
  expect([command, ...options]).toEqual(['osascript']);
  expect(input).toBe(`open location "${address}"`);
  for (const system of ['linux', 'win32'] as const) {
    expect(openerOf(system, address)[1].at(-1)).toBe(address);
  }
});
