import { describeConformance } from '../test/conformance.ts';
import { describeOnBothEngines } from '../test/engines.ts';

describeOnBothEngines('conformance', describeConformance);
