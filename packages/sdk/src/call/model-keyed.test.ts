import { testEveryInterleaving } from '../../test/interleavings.ts';

testEveryInterleaving('keyed write');
