import { endingOf } from '@org/payments-contract';
import { expect, test } from 'vitest';

test.each([
  ['000123456789', '6789'],
  ['DE89370400440532013000', '3000'],
  ['MT84MALT011000012345MTLCAST001S', '001S'],
  ['mt84malt011000012345mtlcast001s', '001s'],
  ['0285 9009 3000 0000 0000 0132 01', '3201'],
  ['+14155550199', '0199'],
  ['ada@example.com', undefined],
  ['0x52908400098527886E0F7030069857D2E4169EE7', undefined],
  ['Ab12rJ7kQy5n3vX8wZ6tP4mC9dS2fG1hL7kQ5n3vXw', undefined],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', undefined],
  ['TJYeasTPa9gpEEfYqzWvnZxRCbuTAWu6t8', undefined],
])('what is shown of the account %s ends with %s: an address is shown whole', (number, ending) => {
  expect(endingOf(number)).toBe(ending);
});
