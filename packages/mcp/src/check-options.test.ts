import { createMock } from '@org/payments-mock';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { describe, expect, test } from 'vitest';
import { createPaymentsMcp } from './create-payments-mcp.ts';
import { McpOptionError } from './errors/option-error.ts';
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
    ['an option of the other kind of server', { agent, allowWrites: true }, /`allowWrites`/],
    ['the client of a platform as the agent', { agent: platform }, /`agent` is not the client/],
    ['the client of an agent as the platform', { platform: agent }, /`platform` is not the/],
    ['no client', {}, /Exactly one/],
    ['both clients', { agent, platform }, /Exactly one/],
  ])('%s', (_what, options, message) => {
    const make = () => createPaymentsMcp(options as never);
    expect(make).toThrow(McpOptionError);
    expect(make).toThrow(message);
  });
});

describe('listenHttp refuses', () => {
  const mcp = createPaymentsMcp({ agent });

  test('a misspelt option, before it listens', async () => {
    const call = listenHttp(mcp, { token, allowedHost: ['a.example'] } as never);
    await expect(call).rejects.toThrow(/`allowedHost` is not an option/);
  });

  test('something other than an MCP server', async () => {
    await expect(listenHttp(agent as never, { token })).rejects.toThrow(/not an MCP server/);
  });
});
