import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { interceptorMatrix } from './interceptor-matrix.ts';
import { mswTool } from './msw-tool.ts';

// It replaces connections below undici too, without taking requests there. A partial body that ends fails
// an assertion inside Node's own fetch.
interceptorMatrix(
  mswTool(
    'MSW 3',
    { connects: ['undici'], deliversWhole: ['fetch'] },
    { http, HttpResponse, setupServer },
  ),
);
