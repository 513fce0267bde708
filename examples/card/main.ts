import { play } from './play.ts';

await play((line) => console.log(line));
