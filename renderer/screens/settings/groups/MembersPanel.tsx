/**
 * Members of one security group and their roles. Removing a member rotates the group's key, so the removal is
 * confirmed first.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group, Member } from '#contract/access/principals.ts';
import { ROLES, type Role } from '#contract/access/roles.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { OnlineOnlyFields } from '#renderer/components/travelling-copy/OnlineOnlyFields.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { AddMember } from './AddMember.tsx';

interface MembersPanelProps {
  readonly group: Group;
  readonly onChanged: () => void;
}

const SHOWN_MAX = 1_000;

/** Lists members with their roles. Owners change roles and remove members, which rotates the group's key. */
export function MembersPanel({ group, onChanged }: MembersPanelProps) {
  const { t } = useTranslation();
  const isAdmin = useSession((state) => state.session?.principal.is_admin ?? false);
  const sg = group.security_group_id;
  const { data, error, reload } = useLoaded(async () =>
    vault().groups.members(sg).toArray({ limit: SHOWN_MAX }),
  );
  const [askingId, setAskingId] = useState<string>();
  const [failed, setFailed] = useState<unknown>();
  const canChange = group.role === 'owner' || isAdmin;
  const attempt = async (act: () => Promise<unknown>) => {
    setFailed(undefined);
    setAskingId(undefined);
    try {
      await act();
      reload();
      onChanged();
    } catch (caught) {
      setFailed(caught);
    }
  };
  const put = (principalId: string, role: Role) =>
    attempt(() => vault().groups.putMember(sg, principalId, { role }));
  const remove = ({ principal_id }: Member) => attempt(() => vault().groups.removeMember(sg, principal_id));
  const members = data ?? [];
  const shownError = failed ?? error;
  const roles = ROLES.map((role) => ({ value: role, label: t(`settings.role.${role}`) }));
  return (
    <aside className="panel" aria-label={t('settings.membersOf', { group: group.name })} data-pane>
      <h2 className="panel-h">{t('settings.membersOf', { group: group.name })}</h2>
      <div className="panel-b">
        {shownError === undefined ? null : <ErrorNotice error={shownError} />}
        <OnlineOnlyFields className="bare">
          <ul className="member-list">
            {members.map((member) => (
              <li key={member.principal_id}>
                {member.principal_id === askingId ? (
                  <div className="ask-row">
                    <span>
                      <b>{t('settings.removeAsk', { name: member.display_name })}</b>
                      <em>{t('settings.removeAskText')}</em>
                    </span>
                    <Button size="s" kind="danger" onPress={() => remove(member)}>
                      {t('common.remove')}
                    </Button>
                    <Button size="s" kind="quiet" onPress={() => setAskingId(undefined)}>
                      {t('settings.keep')}
                    </Button>
                  </div>
                ) : (
                  <>
                    <span>
                      <b>{member.display_name}</b>
                      {member.kind === 'sdk' ? <em>{t('settings.program')}</em> : null}
                    </span>
                    {canChange && member.kind === 'person' ? (
                      <>
                        <Select
                          label={t('settings.memberRole', { name: member.display_name })}
                          labelHidden
                          value={member.role}
                          choices={roles}
                          onChange={(role) => put(member.principal_id, role)}
                        />
                        <Button
                          kind="quiet"
                          size="s"
                          icon="close"
                          label={t('settings.removeMember', { name: member.display_name })}
                          onPress={() => setAskingId(member.principal_id)}
                        />
                      </>
                    ) : (
                      <span className="mid">{t(`settings.role.${member.role}`)}</span>
                    )}
                  </>
                )}
              </li>
            ))}
          </ul>
          {isAdmin && canChange ? (
            <AddMember
              known={members.map((member) => member.principal_id)}
              onAdd={(id, role) => put(id, role)}
              into={sg}
            />
          ) : null}
        </OnlineOnlyFields>
      </div>
    </aside>
  );
}
