import { currencyLeads, figure, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { RailName } from '../../rails/rail-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Unknown } from '../../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { ChangeRailButton } from './change-rail-button.tsx';
import { type ConnectionRequest, ConnectionRequestBox, type Decision } from './connection-request.tsx';
import { ConnectionFacts } from './rail-connection.tsx';
import { type FloatAction, RailCollected, RailFloat } from './rail-float.tsx';
import { AnswerTime, HealthDetail, TroubledShare } from './rail-health.tsx';
import { RailLine } from './rail-line.tsx';
import { type ChosenRail, directionName, RailLimits, SwitchState } from './rail-name.tsx';
import { type Movement, RailTariffs } from './rail-tariffs.tsx';

/** What can be done to a rail, each in a dialog of its own. */
export type RailAction =
  | { kind: 'connect' | 'disconnect' | 'face'; rail: RailView }
  | { kind: 'decide'; rail: RailView; request: ConnectionRequest; decision: Decision }
  | FloatAction
  | { kind: 'overrule'; health: RailView['health'][number] }
  | { kind: 'change'; chosen: ChosenRail }
  | { kind: 'tariff'; rail: RailView; movement: Movement };

interface LiveRailProps {
  rail: RailView;
  userId: string;
  mayManage: boolean;
  onAct(action: RailAction): void;
}

/** The live side of a rail: how it is reached, how it does, and what is in its wallet. */
export function LiveRail({ rail, userId, mayManage, onAct }: LiveRailProps) {
  const { provider, connection, float } = rail;
  const request = connection?.request;
  const isSet = connection?.state === 'operator' || connection?.state === 'unusable';
  return (
    <section aria-labelledby={`rail-${provider}`}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h3 id={`rail-${provider}`} className="font-semibold">
            <RailName of={provider} />
          </h3>
          <code className="font-mono text-[13px] text-muted-foreground">{provider}</code>
          <RailLine now={rail.now} />
        </div>
        <div className="flex flex-wrap gap-2">
          {mayManage && (
            <Button
              size="small"
              variant="ghost"
              aria-label={t('Name and logo of {rail}', { rail: railName(provider) })}
              onClick={() => onAct({ kind: 'face', rail })}
            >
              {t('Name and logo…')}
            </Button>
          )}
          {mayManage && connection && !request && isSet && (
            <Button
              size="small"
              variant="ghost"
              aria-label={t('Disconnect {rail}', { rail: railName(provider) })}
              onClick={() => onAct({ kind: 'disconnect', rail })}
            >
              {t('Disconnect…')}
            </Button>
          )}
          {mayManage && connection && !request && (
            <Button
              size="small"
              aria-label={t(
                connection.state === 'none' ? 'Connect {rail}' : 'Replace the credentials of {rail}',
                { rail: railName(provider) },
              )}
              onClick={() => onAct({ kind: 'connect', rail })}
            >
              {connection.state === 'none' ? t('Connect…') : t('Replace credentials…')}
            </Button>
          )}
        </div>
      </div>
      {request && (
        <ConnectionRequestBox
          provider={provider}
          request={request}
          userId={userId}
          mayManage={mayManage}
          onDecide={(decision) => onAct({ kind: 'decide', rail, request, decision })}
        />
      )}
      <Directions rail={rail} mayManage={mayManage} onAct={onAct} />
      <div className="mt-3 grid gap-x-10 gap-y-3 lg:grid-cols-2">
        {connection && <ConnectionFacts connection={connection} />}
        {float && <RailFloat rail={rail} float={float} mayManage={mayManage} onAct={onAct} />}
        {rail.collected !== null && <RailCollected rail={rail} mayManage={mayManage} onAct={onAct} />}
      </div>
      <RailTariffs
        rail={rail}
        mayManage={mayManage}
        onSet={(movement) => onAct({ kind: 'tariff', rail, movement })}
      />
    </section>
  );
}

function Directions({ rail, mayManage, onAct }: Omit<LiveRailProps, 'userId'>) {
  const { provider } = rail;
  return (
    <Table label={t('{rail}, live', { rail: railName(provider) })} inBlocks>
      <thead>
        <tr>
          <Th>{t('Direction')}</Th>
          <Th>{t('Switch')}</Th>
          <Th>{t('Health')}</Th>
          <Th className={numeric}>{t('Troubled')}</Th>
          <Th className={numeric}>{t('Answer time')}</Th>
          <Th className={numeric}>{t('Amounts')}</Th>
          {mayManage && (
            <Th>
              <span className="sr-only">{t('Actions')}</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {rail.settings
          .filter((setting) => setting.environment === 'LIVE')
          .map((setting) => {
            const health = rail.health.find((each) => each.direction === setting.direction);
            const unknown = <Unknown reason={t('This rail is not connected')} />;
            return (
              <Tr key={setting.direction}>
                <Td className="max-sm:font-semibold">{directionName(setting)}</Td>
                <Td className="max-sm:text-right">
                  <SwitchState setting={setting} />
                </Td>
                <Td label={t('Health')} className="py-2">
                  {health ? <HealthDetail health={health} isOff={!setting.enabled} /> : unknown}
                </Td>
                <Td label={t('Troubled')} className={numeric}>
                  {health ? <TroubledShare health={health} /> : unknown}
                </Td>
                <Td label={t('Answer time')} className={numeric}>
                  {health ? <AnswerTime health={health} /> : unknown}
                </Td>
                <Td label={t('Amounts')} className={numeric}>
                  {amountsOf(setting)}
                  <RailLimits setting={setting} />
                </Td>
                {mayManage && (
                  <Td className="text-right max-sm:col-span-2">
                    {health && (
                      <Button
                        size="small"
                        variant="ghost"
                        aria-label={t(
                          setting.direction === 'collection'
                            ? 'Overrule the health of {rail}, collections'
                            : 'Overrule the health of {rail}, payouts',
                          { rail: railName(provider) },
                        )}
                        onClick={() => onAct({ kind: 'overrule', health })}
                      >
                        {t('Overrule…')}
                      </Button>
                    )}
                    <ChangeRailButton
                      chosen={{ provider, setting }}
                      onChange={(chosen) => onAct({ kind: 'change', chosen })}
                    />
                  </Td>
                )}
              </Tr>
            );
          })}
      </tbody>
    </Table>
  );
}

/** `GMD 1.00 – 5,000.00`, `1,00 – 5 000,00 GMD`: the currency once. */
function amountsOf({ min_amount: least, max_amount: most }: RailView['settings'][number]): string {
  return currencyLeads() ? `${money(least)} – ${figure(most)}` : `${figure(least)} – ${money(most)}`;
}
