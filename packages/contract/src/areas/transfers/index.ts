export { paymentRails, purposesOfPayment } from './schemas.ts';
