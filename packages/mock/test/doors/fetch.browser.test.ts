import { fetchDoor } from '../lab/fetch-door.ts';
import { smokeTests } from './smoke.ts';

smokeTests({ ...fetchDoor, name: 'mock.fetch in Chromium' });
