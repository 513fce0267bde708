import { httpDoor } from '../lab/doors.ts';
import { fetchDoor } from '../lab/lab.ts';
import { smokeTests } from './smoke.ts';

smokeTests(fetchDoor);
smokeTests(httpDoor);
