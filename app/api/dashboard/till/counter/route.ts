import { dashboardRoute } from '#lib/http/session-route';
import { presentPaymentLink } from '#lib/payment-links/payment-link';
import { closeCounter, openCounter, readCounterNews } from '#lib/till/counter';

export const GET = dashboardRoute({ permission: 'till.read', handle: (ctx) => readCounterNews(ctx) });

/** Makes the code of the counter, or switches it on. */
export const POST = dashboardRoute({
  permission: 'links.manage',
  handle: (ctx) => openCounter(ctx),
  present: (link) => presentPaymentLink(link),
});

/** Switches it off; what was printed stays valid for when it is on again. */
export const DELETE = dashboardRoute({
  permission: 'links.manage',
  handle: (ctx) => closeCounter(ctx),
  present: (link) => presentPaymentLink(link),
});
