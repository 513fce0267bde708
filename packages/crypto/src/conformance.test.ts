import { describeConformance } from './conformance.fixture.ts';
import { describeOnBothEngines } from './engines.fixture.ts';

describeOnBothEngines('conformance', describeConformance);
