import { createServer } from 'node:http';
import { captureInitiation } from './initiation.ts';

// The least that a Node server can do for an initiation: read a JSON body, run the statement, answer.

const initiate = await captureInitiation(JSON.parse(process.env.BENCH_CLIENT!));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const id = await initiate();
    const text = JSON.stringify({
      status: 'success',
      data: { ...body, transaction_id: id, status: 'PENDING' },
    });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.on('disconnect', () => process.exit(0));
