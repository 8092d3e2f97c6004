import { amountIn, isE164, textIn } from './reading.ts';
import { type Answer, type Asked, type Call, currency, type World } from './world.ts';

// PROVIDER_W's word on whether a number has a name. docs/rails/wire.md

const checksInFiveMinutes = 30;
const fiveMinutesMs = 5 * 60_000;
/** One check more, and nothing is said of the number for so long. */
const silentMs = 60 * 60_000;

/** A number that ends in `00` has another name, one in `01` a name that is not known; any other has the one given. */
export function verifyRecipient(
  world: World,
  { body }: Asked,
  problem: (status: number, code: string) => Answer,
): Call {
  const [mobile, name] = [textIn(body, 'mobile'), textIn(body, 'name')];
  return {
    operation: 'verify_recipient',
    mobile: mobile || undefined,
    act() {
      const amountBututs = amountIn(body, 'amount');
      if (amountBututs === undefined || textIn(body, 'currency') !== currency || !isE164(mobile))
        return problem(400, 'request-validation-error');
      if (!isChecked(world, mobile)) return problem(429, 'too-many-requests');
      const isUnknown = name === '' || mobile.endsWith('01');
      const match = isUnknown ? 'NAME_NOT_KNOWN' : mobile.endsWith('00') ? 'NO_MATCH' : 'MATCH';
      return { status: 200, body: { within_limits: true, name_match: match } };
    },
  };
}

function isChecked({ nameChecks, now }: World, mobile: string): boolean {
  const { at, silentUntil } = nameChecks.get(mobile) ?? { at: [], silentUntil: 0 };
  if (now() < silentUntil) return false;
  const recent = at.filter((each) => each > now() - fiveMinutesMs);
  const isOneTooMany = recent.length >= checksInFiveMinutes;
  nameChecks.set(mobile, {
    at: isOneTooMany ? [] : [...recent, now()],
    silentUntil: isOneTooMany ? now() + silentMs : 0,
  });
  return !isOneTooMany;
}
