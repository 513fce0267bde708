import { fetchTransport } from '../support/open-mock.ts';
import { httpTransport } from '../support/rules.ts';
import { smokeTests } from './smoke.ts';

smokeTests(fetchTransport);
smokeTests(httpTransport);
