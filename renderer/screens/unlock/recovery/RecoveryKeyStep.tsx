/**
 * Shows the recovery key once: 13 groups, print and copy, two groups typed back from paper. The requested
 * groups are hidden while typing. Copied text leaves the clipboard after 60 seconds.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { longDay } from '#renderer/messages/dates.ts';
import { FirstRunSteps } from '#renderer/screens/unlock/first-run/FirstRunSteps.tsx';
import { UnlockFrame } from '#renderer/screens/unlock/UnlockFrame.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';
import { RecoveryGroupField } from './RecoveryGroupField.tsx';
import { RecoveryKeyGroups } from './RecoveryKeyGroups.tsx';
import { groupsToTypeBack, normaliseGroup, recoveryKeyGroups } from './recovery-key-groups.ts';

interface RecoveryKeyStepProps {
  readonly recoveryKey: string;
  readonly vaultName: string;
  readonly workspaceId?: string;
  readonly onDone: () => Promise<void>;
}

export function RecoveryKeyStep({ recoveryKey, vaultName, workspaceId, onDone }: RecoveryKeyStepProps) {
  const { t } = useTranslation();
  const groups = recoveryKeyGroups(recoveryKey);
  const asked = groupsToTypeBack(groups);
  const [typed, setTyped] = useState<readonly [string, string]>(['', '']);
  const [covered, setCovered] = useState(false);
  const { error, act } = useAsyncAction();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const right = asked.map((number, index) => normaliseGroup(typed[index] ?? '') === groups[number - 1]);
  const ready = right.every(Boolean);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void act(onDone);
  };

  return (
    <UnlockFrame
      label={t('gate.recoveryKey')}
      foot={t('gate.alphabetFoot')}
      caption={t('gate.createdCaption', { name: vaultName, day: longDay(new Date().toISOString()) })}
      workspaceId={workspaceId}
      ring="state-sealed"
      wide
    >
      <FirstRunSteps step={2} />
      <h1 ref={title} tabIndex={-1}>
        {t('gate.recoveryTitle')}
      </h1>
      <p className="gate-lead">{t('gate.recoveryLead')}</p>
      <p className="print-only">{t('gate.recoveryPrintTitle', { name: vaultName })}</p>
      <div className="key">
        <RecoveryKeyGroups groups={groups} covered={covered ? asked : []} />
        <div className="key-acts">
          <Button icon="printer" onPress={() => print()}>
            {t('common.print')}
          </Button>
          <Button icon="copy" onPress={() => copyForAMinute(recoveryKey)}>
            {t('common.copy')}
          </Button>
        </div>
      </div>
      <form className="gate-fields back" onSubmit={submit} noValidate>
        <p className="sec">{t('gate.typeBack', { first: asked[0], second: asked[1] })}</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices where the focus is */}
        <div className="two" onFocus={() => setCovered(true)} onBlur={() => setCovered(false)}>
          <RecoveryGroupField
            number={asked[0]}
            value={typed[0]}
            right={right[0] ?? false}
            length={groups[asked[0] - 1]?.length ?? 0}
            onChange={(text) => setTyped([text, typed[1]])}
          />
          <RecoveryGroupField
            number={asked[1]}
            value={typed[1]}
            right={right[1] ?? false}
            length={groups[asked[1] - 1]?.length ?? 0}
            onChange={(text) => setTyped([typed[0], text])}
          />
        </div>
        {error === undefined ? null : <ErrorNotice error={error} />}
        <div className="gate-acts">
          <Button kind="primary" size="l" type="submit" unavailable={!ready} describedBy="open-vault-note">
            {t('gate.openVault')}
          </Button>
          <span className="note" id="open-vault-note">
            {ready ? null : t('gate.openVaultReason')}
            {t('gate.clipboardNote')}
          </span>
        </div>
      </form>
    </UnlockFrame>
  );
}
