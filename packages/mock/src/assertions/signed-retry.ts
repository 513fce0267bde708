import type { LoggedRequest } from '../request-log.ts';
import { byChallenge, isApplied, isChallenge, named, type Problem } from './problem.ts';

/**
 * Finds challenges that were answered more than once, and changes applied without a challenge.
 *
 * @example expect(oneChangePerChallenge(mock.requests)).toEqual([]);
 */
export function oneChangePerChallenge(requests: readonly LoggedRequest[]): Problem[] {
  const problems: Problem[] = [];
  for (const [id, group] of byChallenge(requests)) {
    const applied = group.filter(isApplied);
    if (applied.length > 1) {
      problems.push(`${id} was applied ${applied.length} times: ${applied.map(named).join(', ')}`);
    }
    const answers = group.filter((request) => request.leg === 2);
    if (answers.length > 1) {
      problems.push(`${id} was answered again: ${answers.slice(1).map(named).join(', ')}`);
    }
  }
  return problems;
}

/**
 * Finds leg 2 requests whose body is not that of leg 1.
 *
 * @example expect(equalBodiesOnBothLegs(mock.requests)).toEqual([]);
 */
export function equalBodiesOnBothLegs(requests: readonly LoggedRequest[]): Problem[] {
  return [...byChallenge(requests).values()].flatMap((group) => {
    const first = group.find(isChallenge);
    return group
      .filter(({ leg, bodyDigest }) => leg === 2 && first && bodyDigest !== first.bodyDigest)
      .map((second) => `${named(second)} has another body than ${first && named(first)}`);
  });
}

/**
 * Finds requests that carried a signature header before any challenge asked for one.
 *
 * @example expect(noSignatureOnFirstLeg(mock.requests)).toEqual([]);
 */
export function noSignatureOnFirstLeg(requests: readonly LoggedRequest[]): Problem[] {
  const challenged = new Set<string>();
  const problems: Problem[] = [];
  for (const request of requests) {
    const { signatureHeaders, requestId, leg } = request;
    if (leg === undefined) continue;
    const isAsked = requestId !== undefined && challenged.has(requestId);
    if (signatureHeaders.length > 0 && !isAsked) {
      const headers = signatureHeaders.join(' and ');
      problems.push(`${named(request)} carried ${headers} though no challenge asked for it`);
    }
    if (isChallenge(request) && requestId !== undefined) challenged.add(requestId);
  }
  return problems;
}

/**
 * Finds challenges that were never answered, successfully or not.
 *
 * @example expect(everyChallengeAnswered(mock.requests)).toEqual([]);
 */
export function everyChallengeAnswered(requests: readonly LoggedRequest[]): Problem[] {
  return [...byChallenge(requests)].flatMap(([id, group]) => {
    const first = group.find(isChallenge);
    const isAnswered = group.some(({ leg }) => leg === 2);
    return first === undefined || isAnswered ? [] : [`${id} of ${named(first)} was not answered`];
  });
}
