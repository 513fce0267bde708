import { createPrinter, wantsColours } from './printer.ts';
import { playTour } from './tour.ts';

const print = createPrinter((text) => process.stdout.write(text), wantsColours(process.stdout));
const start = performance.now();
const failed = await playTour(print);
print.line();
if (failed.length === 0) {
  print.good(`every step ended as expected, in ${Math.round(performance.now() - start)} ms`);
} else {
  print.bad(`${failed.length} of the steps failed: ${failed.join('; ')}`);
  process.exitCode = 1;
}
