/**
 * The persons of the vault with their groups and state. Disabling a person reports which of the credentials they
 * issued ended with them.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Principal } from '#contract/access/principals.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import { ConfirmRow } from '#renderer/screens/settings/ConfirmRow.tsx';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { InvitePanel } from './InvitePanel.tsx';

const SHOWN_MAX = 1_000;
const STATE_LOOKS = {
  invited: { icon: 'clock', tone: 's-draft' },
  active: { icon: 'state-sealed', tone: 's-sealed' },
  disabled: { icon: 'state-locked', tone: 's-locked' },
} as const;

/** Lists the persons who may unlock the vault, with buttons to invite and disable. */
export function PeopleSettings() {
  const { t } = useTranslation();
  const ownId = useSession((state) => state.session?.principal.principal_id);
  const people = useLoaded(async () => {
    const all = await vault().principals.list().toArray({ limit: SHOWN_MAX });
    return all.filter((principal) => principal.kind === 'person');
  });
  const groups = useLoaded(async () => vault().groups.list().toArray({ limit: SHOWN_MAX }));
  const [askingId, setAskingId] = useState<string>();
  const [inviting, setInviting] = useReopenedForm('invite');
  const [failed, setFailed] = useState<unknown>();
  const groupName = (id: string) => groups.data?.find((group) => group.security_group_id === id)?.name ?? '';
  const disable = async (principal: Principal) => {
    setAskingId(undefined);
    setFailed(undefined);
    try {
      const { issued } = await vault().principals.disable(principal.principal_id);
      const [ended, kept] = (['ended', 'kept'] as const).map((state) =>
        issued.filter((each) => each.state === state).map(({ display_name }) => display_name),
      );
      const text = [
        ...(ended?.length ? [t('settings.issuedEnded', { names: ended.join(', ') })] : []),
        ...(kept?.length ? [t('settings.issuedKept', { names: kept.join(', ') })] : []),
      ].join(' ');
      if (text !== '') showToast({ icon: 'state-locked', text });
      people.reload();
    } catch (caught) {
      setFailed(caught);
    }
  };
  const error = failed ?? people.error ?? groups.error;
  return (
    <SettingsMain
      title={t('settings.section.people')}
      lead={t('settings.peopleLead')}
      count={count(people.data?.length ?? 0)}
      act={
        <OnlineOnlyButton kind="primary" icon="plus" onPress={() => setInviting(true)}>
          {t('settings.invite')}
        </OnlineOnlyButton>
      }
      panel={
        inviting ? (
          <InvitePanel
            groups={groups.data ?? []}
            onInvited={people.reload}
            onClose={() => setInviting(false)}
          />
        ) : null
      }
    >
      <ErrorRegion error={error} />
      <table className="plain-table">
        <caption className="vh">{t('settings.peopleGrid')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('settings.columnName')}</th>
            <th scope="col">{t('settings.columnGroups')}</th>
            <th scope="col">{t('settings.columnState')}</th>
            <th scope="col">{t('settings.columnSince')}</th>
            <th scope="col">
              <span className="vh">{t('settings.actsColumn')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(people.data ?? []).map((principal) =>
            principal.principal_id === askingId ? (
              <ConfirmRow
                key={principal.principal_id}
                columns={5}
                title={t('settings.disableAsk', { name: principal.display_name })}
                text={t('settings.disableAskText')}
                act={t('settings.disable')}
                onAct={() => disable(principal)}
                onKeep={() => setAskingId(undefined)}
              />
            ) : (
              <tr key={principal.principal_id} className={principal.state === 'disabled' ? 'off' : undefined}>
                <td>
                  <b>{principal.display_name}</b>
                  {principal.is_admin ? <em>{t('settings.admin')}</em> : null}
                </td>
                <td className="mid">
                  {principal.groups
                    .map(
                      (member) =>
                        `${groupName(member.security_group_id)}, ${t(`settings.role.${member.role}`)}`,
                    )
                    .join('; ')}
                </td>
                <td>
                  <span className={`state ${STATE_LOOKS[principal.state].tone}`}>
                    <Icon name={STATE_LOOKS[principal.state].icon} />
                    {t(`settings.states.${principal.state}`)}
                  </span>
                </td>
                <td className="dim">{shortDay(principal.created_at)}</td>
                <td className="acts">
                  {principal.state === 'disabled' || principal.principal_id === ownId ? null : (
                    <OnlineOnlyButton
                      size="s"
                      label={t('settings.disableOf', { name: principal.display_name })}
                      onPress={() => setAskingId(principal.principal_id)}
                    >
                      {t('settings.disable')}
                    </OnlineOnlyButton>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </SettingsMain>
  );
}
