import { adjustments } from '#db/scenarios/adjustments';
import { beside } from '#db/scenarios/beside';
import { givenBack } from '#db/scenarios/given-back';
import { ledger } from '#db/scenarios/ledger';
import { payoutLimits } from '#db/scenarios/limits';
import { moneyBack } from '#db/scenarios/money-back';
import { payments } from '#db/scenarios/payments';
import { room } from '#db/scenarios/room';
import { settlements } from '#db/scenarios/settlements';
import type { Scenario } from '#db/scenarios/stage';
import { severalChanges } from '#db/scenarios/together';
import { webhooks } from '#db/scenarios/webhooks';

/** By the file beside this one that says how each goes. */
export const scenarios: Record<string, Scenario[]> = {
  'ledger.md': ledger,
  'room.md': room,
  'given-back.md': givenBack,
  'payments.md': payments,
  'beside.md': beside,
  'together.md': severalChanges,
  'money-back.md': moneyBack,
  'adjustments.md': adjustments,
  'limits.md': payoutLimits,
  'webhooks.md': webhooks,
  'settlements.md': settlements,
};
