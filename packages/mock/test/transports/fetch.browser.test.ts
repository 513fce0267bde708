import { fetchTransport } from '../support/open-mock.ts';
import { smokeTests } from './smoke.ts';

smokeTests({ ...fetchTransport, name: 'mock.fetch in Chromium' });
