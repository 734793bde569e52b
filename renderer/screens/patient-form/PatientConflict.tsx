/**
 * Shown when another person sealed a newer version while the form was open. The person chooses field by
 * field; both sides are kept.
 */
import { useTranslation } from 'react-i18next';
import type { DocumentView } from '#contract/documents/views.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Segments } from '#renderer/components/controls/Segments.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { differingFields, fieldText } from '#renderer/components/records/patient/differing-fields.ts';
import { clockTime } from '#renderer/messages/dates.ts';
import { useConflictChoice } from './use-conflict-choice.ts';
import type { PatientForm } from './use-patient-form.ts';

interface PatientConflictProps {
  readonly form: PatientForm;
  readonly onSeal: () => void;
}

export function PatientConflict({ form, onSeal }: PatientConflictProps) {
  const { t } = useTranslation();
  const { theirs } = form;
  if (!theirs) return null;
  return (
    <div className="alert s-conflict" role="alert">
      <Icon name="state-conflict" />
      <div>
        <p className="t">
          {t('patients.conflictTitle', {
            seq: theirs.index.meta.seq,
            who: theirs.index.updated_by?.display_name ?? '',
            time: clockTime(theirs.index.updated_at),
          })}
        </p>
        <p className="d">{t('patients.conflictText')}</p>
      </div>
      <div className="acts">
        <Button size="s" onPress={onSeal}>
          {t('patients.sealMine')}
        </Button>
        <Button size="s" kind="quiet" onPress={form.useTheirs}>
          {t('patients.useTheirs')}
        </Button>
      </div>
    </div>
  );
}

interface PatientConflictPanelProps {
  readonly form: PatientForm;
  readonly theirs: DocumentView<'patients'>;
}

/** Table with mine, theirs and the value now in the form, per field. */
export function PatientConflictPanel({ form, theirs }: PatientConflictPanelProps) {
  const { t } = useTranslation();
  const { mine, other, chosen, choose } = useConflictChoice(form, theirs);
  const fields = differingFields(mine, other);
  return (
    <aside className="panel" aria-label={t('patients.conflictPanel')} data-pane>
      <h2 className="panel-h">{t('patients.conflictPanel')}</h2>
      <div className="panel-b">
        {fields.length === 0 ? <p className="dim">{t('patients.conflictNone')}</p> : null}
        {fields.map((field) => (
          <section key={field.key} className="differs">
            <Segments
              label={t(field.label)}
              value={chosen(field.key)}
              choices={[
                { value: 'mine', label: t('patients.mine') },
                { value: 'theirs', label: t('patients.theirs') },
              ]}
              onChange={(side) => choose(field.key, side)}
            />
            <dl className="dl">
              <dt>{t('patients.mine')}</dt>
              <dd>{fieldText(mine, field.key) || t('patients.nothing')}</dd>
              <dt>{t('patients.theirs')}</dt>
              <dd>{fieldText(other, field.key) || t('patients.nothing')}</dd>
            </dl>
          </section>
        ))}
      </div>
    </aside>
  );
}
