import { apiRoute } from '#lib/http/api-route';
import { answer } from '#lib/http/respond';
import { openEventStream } from '#lib/webhooks/stream';

export const GET = apiRoute({
  scope: 'account',
  handle: openEventStream,
  respond: (stream, facts) =>
    new Response(stream, {
      headers: answer('', 200, facts, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
        .headers,
    }),
});
