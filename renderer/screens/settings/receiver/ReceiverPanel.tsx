/**
 * Form for receiving DICOM by C-STORE and STOW-RS: port, AE title, allowed senders and group. Unreadable sender
 * lines are quoted in the error.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group } from '#contract/access/principals.ts';
import {
  AE_TITLE_PATTERN,
  type ReceiverSettings,
  type ReceiverSettingsBody,
  type ReceiverState,
} from '#contract/imaging/receiver-settings.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { PanelForm } from '#renderer/components/forms/PanelForm.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { readSenders, sendersText } from './parse-senders.ts';

const PORT_MAX = 65_535;
const AE_TITLE = new RegExp(AE_TITLE_PATTERN);

interface ReceiverPanelProps {
  readonly settings: ReceiverSettings;
  readonly groups: readonly Group[];
  readonly onSaved: (state: ReceiverState) => void;
  readonly onClose: () => void;
}

export function ReceiverPanel({ settings, groups, onSaved, onClose }: ReceiverPanelProps) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(settings.c_store);
  const [port, setPort] = useState(String(settings.port));
  const [title, setTitle] = useState(settings.ae_title);
  const [lines, setLines] = useState(sendersText(settings.allow));
  const [groupId, setGroupId] = useState(settings.security_group_id ?? groups[0]?.security_group_id);
  const [stow, setStow] = useState(settings.stow);
  const { senders, bad } = readSenders(lines);
  const isPort = /^\d{1,5}$/.test(port.trim()) && Number(port) >= 1 && Number(port) <= PORT_MAX;
  const isTitle = AE_TITLE.test(title.trim());
  const body: ReceiverSettingsBody | undefined =
    isPort && isTitle && bad === undefined
      ? {
          c_store: isOn,
          port: Number(port),
          ae_title: title.trim(),
          allow: senders,
          security_group_id: groupId ?? null,
          stow,
        }
      : undefined;
  const submit = useSubmit({
    body,
    send: async (wanted) => {
      onSaved(await vault().imaging.patchReceiver(wanted));
      onClose();
    },
  });
  return (
    <PanelForm
      title={t('receiver.section')}
      act={t('common.save')}
      submit={submit}
      onClose={onClose}
      keptAs="receiver"
    >
      <Checkbox checked={isOn} onChange={setOn}>
        {t('receiver.on')}
      </Checkbox>
      <TextField
        label={t('receiver.port')}
        help={t('receiver.portHelp')}
        value={port}
        onChange={setPort}
        error={submit.tried && !isPort ? t('receiver.portBad') : undefined}
        mono
        autoFocus
      />
      <TextField
        label={t('receiver.aeTitle')}
        help={t('receiver.aeHelp')}
        value={title}
        onChange={setTitle}
        error={submit.tried && !isTitle ? t('receiver.aeBad') : undefined}
        mono
      />
      <TextField
        label={t('receiver.senders')}
        help={t('receiver.sendersHelp')}
        below={bad === undefined ? <p className="note">{t('receiver.sendersNote')}</p> : null}
        value={lines}
        onChange={setLines}
        error={submit.tried && bad !== undefined ? t('receiver.sendersBad', { line: bad }) : undefined}
        multiline
        mono
      />
      {groupId === undefined ? null : (
        <Select
          label={t('receiver.group')}
          value={groupId}
          choices={groups.map(({ security_group_id, name }) => ({ value: security_group_id, label: name }))}
          onChange={setGroupId}
        />
      )}
      <Checkbox checked={stow} onChange={setStow}>
        {t('receiver.stowTake')}
      </Checkbox>
    </PanelForm>
  );
}
