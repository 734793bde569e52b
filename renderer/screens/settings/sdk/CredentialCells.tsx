/** The cells of one credential: name, groups, issue and expiry. Expiry is highlighted in its last 30 days. */
import { useTranslation } from 'react-i18next';
import type { Credential } from '#contract/access/credentials.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { inDays, shortDay } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

export function CredentialCells({ credential }: { readonly credential: Credential }) {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups) ?? [];
  const name = (id: string) => groups.find((group) => group.security_group_id === id)?.name ?? id.slice(0, 8);
  return (
    <>
      <td>
        <b>{credential.name}</b>
        <em>
          <code>CN={credential.client_cn}</code>
        </em>
      </td>
      <td>
        {credential.groups.map((member) => name(member.security_group_id)).join(', ')}
        <em>{credential.groups.map((member) => t(`settings.role.${member.role}`)).join(', ')}</em>
      </td>
      <td>{shortDay(credential.created_at)}</td>
      <td>
        <Expiry credential={credential} />
      </td>
    </>
  );
}

function Expiry({ credential: { expires_at, revoked_at } }: { readonly credential: Credential }) {
  const { t } = useTranslation();
  if (revoked_at !== null) {
    return (
      <>
        <span className="state s-locked">
          <Icon name="state-locked" />
          {t('settings.revoked')}
        </span>
        <em>{shortDay(revoked_at)}</em>
      </>
    );
  }
  if (expires_at === null) return t('settings.never');
  const days = Math.floor((Date.parse(expires_at) - Date.now()) / DAY_MS);
  const left = inDays(days);
  if (days > SOON_DAYS) {
    return (
      <>
        {shortDay(expires_at)}
        <em>{left}</em>
      </>
    );
  }
  return (
    <>
      <span className={`state ${days < 0 ? 's-error' : 's-draft'}`}>
        <Icon name={days < 0 ? 'state-error' : 'state-warn'} />
        {shortDay(expires_at)}
      </span>
      <em>{days < 0 ? t('settings.expired') : left}</em>
    </>
  );
}
