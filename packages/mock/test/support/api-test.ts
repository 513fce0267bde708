import { test as base, type TestAPI } from 'vitest';
import type { MockOptions } from '../../src/index.ts';
import { fetchTransport, type OpenMock, openMock } from './open-mock.ts';

/** Opens a mock with other options than the default ones. */
export const open = (options?: MockOptions): Promise<OpenMock> => openMock(fetchTransport, options);

const withApi = (title: string, run: (api: OpenMock) => unknown) =>
  base(title, async () => run(await open()));

/** Defines a test, which gets a fresh mock. What a transport passes on is tested in `test/transports`. */
export const test = Object.assign(withApi, { each: base.each.bind(base) as TestAPI['each'] });
