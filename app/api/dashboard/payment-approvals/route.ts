import { dashboardRoute } from '#lib/http/session-route';
import { listPayments } from '#lib/payment-approvals/list-payments';

export const GET = dashboardRoute({ handle: listPayments });
