import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One registry for the process; Next's bundle and server.ts must not each make their own. */
const shared = globalThis as { kairaMetrics?: ReturnType<typeof createMetrics> };

/** Every 10 ms, as is usual, cost an idle process a third of all that it did. The lag is what a look comes later than this. */
const LAG_EVERY_MS = 50;

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  for (const metric of registry.getMetricsAsArray()) {
    // Of several processes the slowest: a mean would hide one that hangs.
    if (metric.name.startsWith('nodejs_eventloop_lag')) metric.aggregator = 'max';
  }
  const registers = [registry];
  // How several processes become one scrape: counts add up unless it says otherwise, and what the database tells to each
  // of them is told once.
  const aggregator = 'max';
  const processes = new Gauge({
    name: 'kaira_processes',
    help: 'Processes whose figures are in this scrape',
    registers,
  });
  processes.set(1);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'kaira_http_request_seconds',
      help: 'Time from a request’s arrival to its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    transitionsTotal: new Counter({
      name: 'kaira_transitions_total',
      help: 'Status changes of transactions, by the process that committed them',
      labelNames: ['environment', 'type', 'status', 'provider'],
      registers,
    }),
    jobsTotal: new Counter({
      name: 'kaira_jobs_total',
      help: 'Jobs finished, by outcome',
      labelNames: ['work', 'outcome'],
      registers,
    }),
    jobLagSeconds: new Gauge({
      name: 'kaira_job_lag_seconds',
      help: 'How long the oldest due job of a kind had been due when it was last claimed',
      labelNames: ['work'],
      aggregator,
      registers,
    }),
    railCallsTotal: new Counter({
      name: 'kaira_rail_calls_total',
      help: 'Calls to rails by operation and outcome',
      labelNames: ['environment', 'provider', 'operation', 'outcome'],
      registers,
    }),
    railCallSeconds: new Histogram({
      name: 'kaira_rail_call_seconds',
      help: 'How long a live rail took to answer',
      labelNames: ['provider', 'operation'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    railNoticesTotal: new Counter({
      name: 'kaira_rail_notices_total',
      help: 'Notices of live rails by what was made of them on arrival',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    webhookAttemptsTotal: new Counter({
      name: 'kaira_webhook_attempts_total',
      help: 'Webhook attempts by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    webhookAttemptSeconds: new Histogram({
      name: 'kaira_webhook_attempt_seconds',
      help: 'How long an endpoint took to answer',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    webhookFirstAttemptLagSeconds: new Histogram({
      name: 'kaira_webhook_first_attempt_lag_seconds',
      help: 'Time from an event’s commit to its first attempt',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30, 300],
      registers,
    }),
    requestsInFlight: new Gauge({
      name: 'kaira_http_requests_in_flight',
      help: 'Requests that are being handled by our own routes, each of which may hold or wait for a pooled connection',
      registers,
    }),
    requestsWaiting: new Gauge({
      name: 'kaira_http_requests_waiting',
      help: 'Requests that wait for a place, because their client, or everybody together, has as many at work as may be',
      registers,
    }),
    readsApartTotal: new Counter({
      name: 'kaira_reads_apart_total',
      help: 'Reads that may go to a standby, by where they were done',
      labelNames: ['place'],
      registers,
    }),
    databaseUp: new Gauge({
      name: 'kaira_database_up',
      help: '1 when the database answered the last scrape, 0 when it did not answer one of the processes; the other figures of the database are then as they were',
      aggregator: 'min',
      registers,
    }),
    historyLost: new Gauge({
      name: 'kaira_history_lost',
      help: '1 while something that was acknowledged is missing in the database and no operator has decided about it',
      registers,
    }),
    workOverdueSeconds: new Gauge({
      name: 'kaira_work_overdue_seconds',
      help: 'For how long the oldest job of a kind has been due: what no worker takes up shows here',
      labelNames: ['work'],
      aggregator,
      registers,
    }),
    periodicDueTimestampSeconds: new Gauge({
      name: 'kaira_periodic_due_timestamp_seconds',
      help: 'When a periodic job of a worker was to be done again, by its last success: in the past, it is late',
      labelNames: ['work'],
      aggregator,
      registers,
    }),
    auditAgeSeconds: new Gauge({
      name: 'kaira_audit_age_seconds',
      help: 'In production: how long ago the books were recounted, or Kaira was first started without ever having been',
      aggregator,
      registers,
    }),
    auditViolations: new Gauge({
      name: 'kaira_audit_violations',
      help: 'What the last recount of the books found to be wrong',
      aggregator,
      registers,
    }),
    backupAgeSeconds: new Gauge({
      name: 'kaira_backup_age_seconds',
      help: 'In production: how long ago a backup was whole, or Kaira was first started without ever having had one',
      aggregator,
      registers,
    }),
    sealAgeSeconds: new Gauge({
      name: 'kaira_seal_age_seconds',
      help: 'How long ago the books were last sealed, while something waits to be; 0 while nothing does',
      aggregator,
      registers,
    }),
    casesOpen: new Gauge({
      name: 'kaira_cases_open',
      help: 'Cases that wait for a person, by kind',
      labelNames: ['kind'],
      aggregator,
      registers,
    }),
    payoutHeldSeconds: new Gauge({
      name: 'kaira_payout_held_seconds',
      help: 'For how long the oldest live payout of a rail has waited for its float; 0 when none does',
      labelNames: ['provider'],
      aggregator,
      registers,
    }),
    railFloatBututs: new Gauge({
      name: 'kaira_rail_float_bututs',
      help: 'Our float at a live rail: what is there (balance) and what payouts in flight will take of it (reserved)',
      labelNames: ['provider', 'part'],
      aggregator,
      registers,
    }),
    railStatus: new Gauge({
      name: 'kaira_rail_status',
      help: 'How a connected live rail does: 0 operational, 1 degraded, 2 closed',
      labelNames: ['provider', 'direction'],
      aggregator,
      registers,
    }),
  };
}

shared.kairaMetrics ??= createMetrics();
export const {
  registry,
  requestSeconds,
  transitionsTotal,
  jobsTotal,
  jobLagSeconds,
  railCallsTotal,
  railCallSeconds,
  railNoticesTotal,
  webhookAttemptsTotal,
  webhookAttemptSeconds,
  webhookFirstAttemptLagSeconds,
  requestsInFlight,
  requestsWaiting,
  databaseUp,
  readsApartTotal,
  historyLost,
  workOverdueSeconds,
  periodicDueTimestampSeconds,
  auditAgeSeconds,
  auditViolations,
  backupAgeSeconds,
  sealAgeSeconds,
  casesOpen,
  payoutHeldSeconds,
  railFloatBututs,
  railStatus,
} = shared.kairaMetrics;
