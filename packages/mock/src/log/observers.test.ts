import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { basicOf } from '../../test/support/open-mock.ts';
import { serve } from '../../test/support/served.ts';
import { createMock, type LoggedRequest, type Mock } from '../index.ts';
import { outcomeOf } from '../options/outcomes.ts';

const printed = vi.fn();
const rejections: unknown[] = [];
const onRejection = (reason: unknown) => void rejections.push(reason);

beforeEach(() => {
  printed.mockReset();
  const spy = vi.spyOn(console, 'error').mockImplementation(printed);
  process.on('unhandledRejection', onRejection);
  return () => {
    spy.mockRestore();
    process.off('unhandledRejection', onRejection);
    expect(rejections.splice(0)).toEqual([]);
  };
});

/** Lets a rejection that nothing handles reach the process. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const failures = [
  [
    'throws',
    () => {
      throw new Error('from the listener');
    },
  ],
  ['rejects', () => Promise.reject(new Error('from the listener'))],
  [
    'throws undefined',
    () => {
      throw undefined;
    },
  ],
] as const;

async function responsesOf(mock: Mock): Promise<unknown[]> {
  const { server } = await serve({}, mock);
  const headers = { authorization: basicOf(mock.connection) };
  const responses = await Promise.all([
    mock.fetch(`${mock.connection.baseUrl}/exchange-rates`, { headers }),
    fetch(`${server.connection.baseUrl}/exchange-rates`, { headers }),
  ]);
  return Promise.all(responses.map((response) => response.json()));
}

describe.each(failures)('a listener that %s', (_how, fail) => {
  test('of `onRequest` changes no response, and is reported once', async () => {
    const mock = createMock();
    const heard: LoggedRequest[] = [];
    mock.onRequest(fail);
    mock.onRequest((request) => heard.push(request));
    expect(await responsesOf(mock)).toEqual(await responsesOf(createMock()));
    await settled();
    expect(heard.map(({ status }) => status)).toEqual([200, 200]);
    expect(printed).toHaveBeenCalledOnce();
    expect(printed.mock.calls[0]?.[0]).toMatch(/A listener of `onRequest` failed/);
  });

  test('of `onAttempt` changes no delivery, and is reported once', async () => {
    const mock = createMock();
    const states: string[] = [];
    mock.deliverTo(() => new Response());
    mock.webhooks.onAttempt(() => fail());
    mock.webhooks.onAttempt(({ state }) => states.push(state));
    const { id } = mock.webhooks.trigger('CARD.STATE_CHANGE');
    await mock.webhooks.flush();
    await mock.webhooks.resend(id);
    await settled();
    expect(states).toEqual(['delivered', 'delivered']);
    expect(mock.webhooks.deliveries.map(({ state }) => state)).toEqual(states);
    expect(printed).toHaveBeenCalledOnce();
  });

  test('of deliveries is an endpoint that sent no response', async () => {
    const mock = createMock();
    mock.deliverTo(fail);
    mock.webhooks.trigger('TEST');
    await mock.webhooks.flush();
    await settled();
    const [attempt] = mock.webhooks.deliveries[0]?.attempts ?? [];
    expect(attempt?.error).toMatch(/^The endpoint sent no response: /);
  });
});

test('a listener gets a copy, and one that was added twice is removed once', async () => {
  const mock = createMock();
  let calls = 0;
  const listener = (request: LoggedRequest) => {
    calls += 1;
    Object.assign(request, { status: 599, notes: ['changed'] });
  };
  mock.onRequest(listener);
  mock.onRequest(listener)();
  await mock.fetch(`${mock.connection.baseUrl}/documents`);
  expect([calls, mock.requests[0]?.status, mock.requests[0]?.notes]).toEqual([1, 401, []]);
});

test('a function that returns no Response is an endpoint that sent none', async () => {
  const outside = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => outside.mockRestore());
  const mock = createMock();
  for (const value of [undefined, 200, {}]) mock.deliverTo(() => value as unknown as Response);
  mock.webhooks.trigger('TEST');
  await mock.webhooks.flush();
  const errors = mock.webhooks.deliveries.map(({ attempts }) => attempts[0]?.error);
  const expected = 'The endpoint sent no response: the function did not return a Response';
  expect(errors).toEqual([expected, expected, expected]);
  expect(outside).not.toHaveBeenCalled();
});

describe('the function `now`', () => {
  test.each([Number.NaN, undefined, '2026-01-05', 1e300])(
    'that returns %s is named in the error of a call',
    async (value) => {
      let time: unknown = Date.parse('2026-01-05');
      const mock = createMock({ now: () => time as number });
      time = value;
      const { baseUrl } = mock.connection;
      await expect(mock.fetch(`${baseUrl}/documents`)).rejects.toThrow(/`now` returned/);
      const { server } = await serve({}, mock);
      const response = await fetch(`${server.connection.baseUrl}/documents`);
      expect([response.status, await response.text()]).toEqual([
        500,
        expect.stringMatching(/`now` returned .*Date\.now/),
      ]);
    },
  );

  test('that throws does not end the process where deliveries wait', async () => {
    let isBroken = false;
    const now = () => {
      if (isBroken) throw new Error('no time');
      return 0;
    };
    const mock = createMock({ now });
    mock.deliverTo(() => new Response());
    mock.webhooks.trigger('TEST');
    isBroken = true;
    await settled();
    mock.webhooks.poll();
    expect(printed).toHaveBeenCalledOnce();
    isBroken = false;
    await mock.webhooks.flush();
    expect(mock.webhooks.deliveries[0]?.state).toBe('delivered');
  });
});

const table = { '001': 'one', '002': 'two', other: 'rest' } as const;

test.each([
  ['123001', 'one'],
  ['001', 'one'],
  ['DE001002', 'two'],
  ['0012', 'rest'],
  ['01', 'rest'],
  ['', 'rest'],
  [undefined, 'rest'],
  ['$ada001@example.002', 'one'],
  ['other', 'rest'],
  ['constructor', 'rest'],
  ['xto__proto__', 'rest'],
])('rule 81: the suffix of %s decides', (value, expected) => {
  expect(outcomeOf<string>(table, value)).toBe(expected);
});
