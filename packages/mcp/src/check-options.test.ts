import { createMock } from '@org/payments-mock';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { describe, expect, test } from 'vitest';
import { createPaymentsMcp } from './create-payments-mcp.ts';
import { McpOptionError } from './errors/mcp-errors.ts';
import { listenHttp } from './http/listen.ts';

const mock = createMock();
const { baseUrl } = mock.connection;
const platform = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });
const agent = createAgentClient({ baseUrl, accessToken: 'token', fetch: mock.fetch });
const token = 'a8f5f167f44f4964e6c998dee827110c';

describe('createPaymentsMcp refuses', () => {
  test.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /must be an object/],
    ['a misspelt option that would let money move', { agent, twoSteps: false }, /`twoSteps`/],
    [
      'the client of a platform as the agent',
      { agent: platform },
      /`agent` of createPaymentsMcp.*the client of an agent/,
    ],
    [
      'the client of an agent as the platform',
      { platform: agent },
      /`platform` of createPaymentsMcp.*the client of a platform/,
    ],
    ['a lifetime of 0', { agent, confirmationLifetime: 0 }, /`confirmationLifetime`.*from 1/],
    ['a lifetime of a month', { agent, confirmationLifetime: 2_592_000_000 }, /to 2147483647/],
    ['a permission', { platform, permissions: ['MOVE'] }, /`permissions`.*list of VIEW, TRANSACT/],
    ['writes for an agent', { agent, allowWrites: true }, /`allowWrites`/],
    ['no client', {}, /Exactly one/],
    ['both clients', { agent, platform }, /Exactly one/],
  ])('%s', (_what, options, message) => {
    const make = () => createPaymentsMcp(options as never);
    expect(make).toThrow(McpOptionError);
    expect(make).toThrow(message);
  });

  test('a text in place of a flag, a list or functions', () => {
    const flags = 'confirmWrites secondCall pageOnly allowWrites tools documentFolders';
    for (const name of `${flags} audit logger clock signingLink`.split(' ')) {
      const make = () => createPaymentsMcp({ platform, [name]: 'false' });
      expect(make, name).toThrow(`\`${name}\``);
    }
  });
});

describe('listenHttp refuses', () => {
  const mcp = createPaymentsMcp({ agent });

  test('a misspelt option, before it listens', async () => {
    const call = listenHttp(mcp, { token, allowedHost: ['a.example'] } as never);
    await expect(call).rejects.toThrow(
      /`allowedHost` is not an option of listenHttp; did you mean `allowedHosts`\?/,
    );
  });

  test.each([
    [{ port: 65_536 }, /`port`.*a whole number from 0 to 65535/],
    [{ maxSessions: 0 }, /`maxSessions`.*from 1/],
    [{ token: 'short' }, /shorter than 32/],
    [{ allowedOrigins: 'https://a.example' }, /`allowedOrigins`.*a list/],
    [{ allowedOrigins: ['zzz'] }, /`allowedOrigins`.*origins of pages/],
    [{ allowedOrigins: ['https://a.example/'] }, /`allowedOrigins`.*origins of pages/],
    [{ allowedHosts: ['a b'] }, /`allowedHosts`.*names of hosts/],
    [{ publicOrigin: 'pay.example.com' }, /`publicOrigin`.*a scheme and host/],
    // A code and a cookie would pass a network in clear.
    [{ publicOrigin: 'http://pay.example.com' }, /`publicOrigin`.*https/],
    [{ token: undefined }, /`token`.*is missing/],
  ])('%j, before it listens', async (more, message) => {
    const call = listenHttp(mcp, { token, ...more } as never);
    await expect(call).rejects.toThrow(message);
  });

  test('something other than an MCP server', async () => {
    await expect(listenHttp(agent as never, { token })).rejects.toThrow(/not an MCP server/);
  });
});
