export type { Problem } from './problem.ts';
export {
  equalBodiesOnBothLegs,
  everyChallengeAnswered,
  noSignatureOnFirstLeg,
  oneChangePerChallenge,
} from './signed-retry.ts';
