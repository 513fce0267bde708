import { testEveryInterleaving } from '../../test/interleavings.ts';

testEveryInterleaving('read');
