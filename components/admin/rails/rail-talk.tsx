import { exactTime, took } from '#lib/browser/format';
import { later, plural, refusal, t } from '#lib/browser/language/words';
import type { RailCallView, RailNoticeView } from '#lib/reads/rail-messages';
import { State, type Tone } from '../../ui/state.tsx';

const operations: Record<RailCallView['operation'], () => string> = {
  start: later('Open the collection'),
  charge: later('Charge the wallet'),
  send: later('Send the payout'),
  reverse: later('Take the payout back'),
  refund: later('Give the collection back'),
};

const ends: Record<NonNullable<RailCallView['outcome']>, { tone: Tone; word: () => string }> = {
  done: { tone: 'succeeded', word: later('Done|of a call') },
  refused: { tone: 'failed', word: later('Refused') },
  not_sent: { tone: 'ended', word: later('Not sent') },
  unknown: { tone: 'pending', word: later('Unknown') },
};

const notices: Record<RailNoticeView['status'], { tone: Tone; word: () => string }> = {
  RECEIVED: { tone: 'pending', word: later('Waits to be worked on') },
  APPLIED: { tone: 'succeeded', word: later('Applied') },
  IGNORED: { tone: 'ended', word: later('Changed nothing') },
  CASE: { tone: 'failed', word: later('Became a case') },
};

interface RailTalkProps {
  calls: RailCallView[];
  notices: RailNoticeView[];
  /** The simulator of the sandbox is asked inside the process. */
  isSandbox: boolean;
}

/** What the rail was asked and what it told by itself, in the order of time, with the notes for operators. */
export function RailTalk({ calls, notices: told, isSandbox }: RailTalkProps) {
  const entries = [
    ...calls.map((call) => ({
      key: call.id,
      at: call.started_at,
      what: operations[call.operation](),
      state: call.outcome
        ? ends[call.outcome]
        : ({ tone: 'pending', word: later('Under way, or its end was lost') } as const),
      note: call.note,
      more:
        call.ended_at &&
        t('took {time}', { time: took(Date.parse(call.ended_at) - Date.parse(call.started_at)) }),
    })),
    ...told.map((notice) => ({
      key: notice.id,
      at: notice.received_at,
      what: t('Notice of the rail'),
      state: notices[notice.status],
      note: notice.note,
      more:
        notice.repeats > 0 &&
        plural(notice.repeats + 1, { one: 'came {count} time', other: 'came {count} times' }),
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (entries.length === 0) {
    return (
      <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
        {isSandbox
          ? t(
              'The sandbox’s simulator works inside Kaira: there is no talk to show. Of a live payment each call and each notice stands here.',
            )
          : t(
              'Nothing was asked of the rail yet, and it has told nothing. Each call and each notice will stand here.',
            )}
      </p>
    );
  }
  return (
    <ol className="divide-y rounded-lg border">
      {entries.map((entry) => (
        <li key={entry.key} className="grid gap-1 px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{entry.what}</span>
            <State tone={entry.state.tone}>{entry.state.word()}</State>
          </p>
          {entry.note && <p className="break-words first-letter:uppercase">{refusal(entry.note)}</p>}
          <p className="text-[13px] text-muted-foreground tabular-nums">
            <time dateTime={entry.at}>{exactTime(entry.at)}</time>
            {entry.more && `, ${entry.more}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
