import { httpTransport } from '../support/served.ts';
import { smokeTests } from './smoke.ts';

smokeTests(httpTransport);
