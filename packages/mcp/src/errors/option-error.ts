import { PaymentsError } from '@org/payments-sdk';

/** An option that a server cannot work with. Its `action` names the change to make. */
export class McpOptionError extends PaymentsError {
  override readonly name = 'McpOptionError';

  constructor(message: string, action: string) {
    super(message, { code: 'CONFIGURATION', action, fault: 'caller' });
  }
}
