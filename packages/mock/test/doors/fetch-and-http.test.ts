import { fetchDoor, httpDoor } from '../lab/doors.ts';
import { smokeTests } from './smoke.ts';

smokeTests(fetchDoor);
smokeTests(httpDoor);
