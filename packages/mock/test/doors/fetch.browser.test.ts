import { fetchDoor } from '../lab/doors.ts';
import { smokeTests } from './smoke.ts';

smokeTests({ ...fetchDoor, name: 'mock.fetch in Chromium' });
