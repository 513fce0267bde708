export type {
  BusinessCustomerCreate,
  CustomerCreate,
  IndividualCustomerCreate,
} from './create-schemas.ts';
export { KycLink } from './kyc-link.ts';
export { BusinessCustomer, Customer, IndividualCustomer } from './schemas.ts';
export {
  type BusinessCustomerUpdate,
  CustomerUpdate,
  type IndividualCustomerUpdate,
} from './update-schemas.ts';
