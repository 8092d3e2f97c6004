/**
 * The service worker of the client dashboard. It answers for a page that cannot come, and for nothing else: a page of
 * figures is never kept, since phones are shared and figures grow old, and nothing that was sent is kept to be sent later.
 * https://w3c.github.io/ServiceWorker/
 */
const worker = `'use strict';
const KEPT = 'kaira-1';
const OFFLINE = '/offline';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(KEPT)
      .then((kept) => kept.add(new Request(OFFLINE, { cache: 'reload', credentials: 'omit' })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
});
`;

export function serveWorker(): Response {
  return new Response(worker, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
}
