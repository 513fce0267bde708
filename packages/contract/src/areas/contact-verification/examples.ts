import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  sendEmailCode: { input: { customerId: 'Customer:91ab' }, result: undefined },
  confirmEmail: {
    input: { customerId: 'Customer:91ab', code: '123456' },
    result: {
      id: 'Customer:91ab',
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      contactVerification: { email: 'VERIFIED' },
    },
  },
  sendPhoneCode: { input: { customerId: 'Customer:91ab' }, result: undefined },
  confirmPhone: {
    input: { customerId: 'Customer:91ab', code: '123456' },
    result: {
      id: 'Customer:91ab',
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      contactVerification: { phone: 'VERIFIED' },
    },
  },
};
