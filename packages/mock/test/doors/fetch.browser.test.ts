import { fetchDoor } from '../lab/lab.ts';
import { smokeTests } from './smoke.ts';

smokeTests({ ...fetchDoor, name: 'mock.fetch in Chromium' });
