import type { AttemptObservation } from '../../outcome/observations.ts';
import type { Reading } from './read-response.ts';

/** A reading as an observation. */
export function observationOf(reading: Reading, at: number): AttemptObservation {
  const { kind: response } = reading;
  const isTransient = 'isTransient' in reading && reading.isTransient;
  if (response === 'foreign' || (response === 'unclear' && !reading.isFromService)) {
    return { kind: 'foreign-response', at, response, isTransient };
  }
  return { kind: 'service-response', at, response, isTransient };
}
