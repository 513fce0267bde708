import { PaymentsError } from '@org/payments-sdk';

/** An option that a server cannot work with. Its `action` says what to change. */
export class McpOptionError extends PaymentsError {
  override readonly name = 'McpOptionError';

  constructor(message: string, action: string) {
    super(message, { code: 'CONFIGURATION', action, fault: 'caller' });
  }
}
