import { frontendTeam } from './frontend-teams.ts';
import { platformDeveloper } from './platform-developers.ts';
import { tester } from './testers.ts';

/** The questions of three kinds of newcomers. */
export const questions = {
  'a platform developer': platformDeveloper,
  'a frontend team': frontendTeam,
  'a tester': tester,
} as const;
