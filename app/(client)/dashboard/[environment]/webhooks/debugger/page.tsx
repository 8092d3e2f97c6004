import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { SignatureDebugger } from '#components/webhooks/signature-debugger';
import { t } from '#lib/browser/language/words';
import type { Context } from '#lib/context';
import { getDeliveryDetail } from '#lib/webhooks/delivery-log';
import { listEndpoints } from '#lib/webhooks/endpoints';

export function generateMetadata() {
  return { title: t('Signature debugger') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<{ delivery?: string | string[] }>;
}

export default async function DebuggerPage({ params, searchParams }: PageProps) {
  const { delivery } = await searchParams;
  const id = typeof delivery === 'string' ? delivery : undefined;
  const path = `/webhooks/debugger${id ? `?delivery=${encodeURIComponent(id)}` : ''}`;
  const { ctx, environment, home } = await requireDashboardPage(params, path);
  const [endpoints, given] = await Promise.all([listEndpoints(ctx), id === undefined ? {} : sentIn(ctx, id)]);
  return (
    <SignatureDebugger
      environment={environment}
      home={home}
      endpoints={endpoints.map((each) => ({ id: each.id, url: each.url }))}
      given={given}
    />
  );
}

/** What the last attempt of a delivery sent. */
async function sentIn(ctx: Context, id: string) {
  const { endpoint, body, attempts } = await orNotFound(getDeliveryDetail(ctx, id));
  const last = attempts.at(-1);
  const headers = Object.entries(last?.request_headers ?? {});
  return {
    endpointId: endpoint.id,
    body,
    receivedAt: last?.at,
    headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
  };
}
