/** One finding of the integrity check and the decisions it allows. Removal needs the finding's id typed in. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingDecision, Findings, OpenFinding } from '#contract/maintenance/backups.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';
import { adviceWords, findingWords, subjectWords } from './vault-finding-text.ts';

interface FindingPanelProps {
  readonly finding: OpenFinding;
  readonly onDecided: (findings: Findings) => void;
}

/** Shows the fact, its possible meaning and what is intact. The harmless choice comes first, removal last. */
export function FindingPanel({ finding, onDecided }: FindingPanelProps) {
  const { t } = useTranslation();
  const { error, act } = useAsyncAction();
  const [typed, setTyped] = useState('');
  const { code, id, decisions } = finding;
  const decide = (decision: FindingDecision) =>
    act(async () => {
      const confirm = decision === 'remove' ? { confirm: typed } : {};
      onDecided(await vault().findings.decide({ code, id, decision, ...confirm }));
    });
  return (
    <aside className="panel" aria-label={t('evidence.finding')} data-pane>
      <h2 className="panel-h">{findingWords(finding, t)}</h2>
      <div className="panel-b">
        <p className="advice">
          <b>{subjectWords(finding, t)}</b>
        </p>
        <p className="advice">{adviceWords(finding, t)}</p>
        <h3 className="sec">{t('evidence.yourDecision')}</h3>
        {error === undefined ? null : <ErrorNotice error={error} />}
        <div className="choice">
          {decisions.map((decision) => (
            <div key={decision}>
              <b>{t(`evidence.decision.${decision}`)}</b>
              <p className="note">{t(`evidence.decisionText.${decision}`)}</p>
              {decision === 'remove' ? (
                <TextField
                  label={t('evidence.typeName', { name: id ?? '' })}
                  value={typed}
                  onChange={setTyped}
                  mono
                />
              ) : null}
              <Button
                size="s"
                kind={decision === 'restore' ? 'primary' : decision === 'remove' ? 'danger' : 'plain'}
                unavailable={decision === 'remove' && typed !== id}
                onPress={() => decide(decision)}
              >
                {t(`evidence.decisionAct.${decision}`)}
              </Button>
            </div>
          ))}
        </div>
      </div>
      {id === null ? null : (
        <div className="panel-f">
          <span className="note">
            {t('evidence.reference')} <code>{id}</code>
          </span>
          <span className="gap" />
          <Button size="s" icon="copy" onPress={() => copyForAMinute(id)}>
            {t('common.copy')}
          </Button>
        </div>
      )}
    </aside>
  );
}
