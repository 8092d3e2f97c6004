import { requireDashboardPage } from '#app/page-session';
import { KeysPage } from '#components/keys/keys-page';
import { listApprovals } from '#lib/approvals/list-approvals';
import { mayDo, mayHoldKey } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { getAllowlist } from '#lib/clients/get-allowlist';
import { scopes } from '#lib/keys/key';
import { listKeys } from '#lib/keys/list-keys';

export function generateMetadata() {
  return { title: t('API keys') };
}

export default async function Page({ params }: { params: Promise<{ environment: string }> }) {
  const { ctx, session } = await requireDashboardPage(params, '/keys');
  const [keys, approvals, allowlist] = await Promise.all([
    listKeys(ctx.client.id, ctx.now(), ctx.environment),
    listApprovals(ctx),
    getAllowlist(ctx.client.id),
  ]);
  const mayChange = !session.client?.suspended;
  return (
    <KeysPage
      key={ctx.environment}
      environment={ctx.environment}
      initial={{ keys, approvals, allowlist }}
      mayManageKeys={mayChange && mayDo(session.user.role, 'keys.manage')}
      userId={session.user.id}
      isOwner={mayDo(session.user.role, 'team.manage')}
      scopes={scopes.filter((scope) => mayHoldKey(session.user.role, ctx.environment, scope))}
      mayManageAllowlist={mayChange && mayDo(session.user.role, 'allowlist.manage')}
    />
  );
}
