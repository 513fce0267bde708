import { testEveryInterleaving } from '../../test/interleavings.ts';

testEveryInterleaving('signed write');
