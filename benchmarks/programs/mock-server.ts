import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { MOCK_CREDENTIALS } from '../samples.ts';

const mock = createMock(MOCK_CREDENTIALS);
const card = mock.add.card();
const { url } = await listen(mock, { port: 0 });
console.log(`${url}/2025-10-13/cards/${card.id}`);
