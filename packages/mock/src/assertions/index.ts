import type { LoggedRequest } from '../log/request-log.ts';

/** A problem found by a protocol assertion, as a sentence that names requests by their place in the log. */
export type Problem = string;

/** Returns a request's name in a problem: `#3 cards.update`. */
function named({ sequence, operation, method, path }: LoggedRequest): string {
  return `#${sequence} ${operation ?? `${method} ${path}`}`;
}

function byChallenge(requests: readonly LoggedRequest[]): Map<string, LoggedRequest[]> {
  const groups = new Map<string, LoggedRequest[]>();
  for (const request of requests) {
    if (request.requestId === undefined) continue;
    const group = groups.get(request.requestId) ?? [];
    group.push(request);
    groups.set(request.requestId, group);
  }
  return groups;
}

function isChallenge({ decision }: LoggedRequest): boolean {
  return decision === 'challenged';
}

/** Returns whether a request applied its change, even if the client did not receive the response. */
function isApplied({ leg, decision, changes, status }: LoggedRequest): boolean {
  if (leg === undefined || leg === 1) return false;
  return decision === 'answered' ? status < 300 : decision === 'lost' && changes.length > 0;
}

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
    const answers = group.filter((request) => request.leg !== 1);
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
      .filter(({ leg, bodyDigest }) => leg !== 1 && first && bodyDigest !== first.bodyDigest)
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
    const isAnswered = group.some(({ leg }) => leg !== 1);
    return first === undefined || isAnswered ? [] : [`${id} of ${named(first)} was not answered`];
  });
}
