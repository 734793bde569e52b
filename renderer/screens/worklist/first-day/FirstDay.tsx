/** The three ways to begin, in place of the list while the vault has no exam. Source: visual design 14, "First day". */
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useFileChooser } from '#renderer/components/files/use-file-chooser.tsx';
import { useFileDrop } from '#renderer/components/files/use-file-drop.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';

export function FirstDay() {
  const { t } = useTranslation();
  const newExam = useKeyHint('newExam');
  const drop = useFileDrop((files) => openOverlay({ kind: 'import', files }));
  return (
    <div className={`first-day${drop.over ? ' dropping' : ''}`} {...drop.handlers}>
      <Way icon="upload" name={t('firstDay.bring')} text={t('firstDay.bringText')}>
        <BringIn />
      </Way>
      <Way icon="plus" name={t('worklist.newExam')} text={t('firstDay.examText')}>
        <p className="acts">
          <Button {...newExam} onPress={() => openOverlay({ kind: 'new_exam', patient_id: undefined })}>
            {t('worklist.newExam')}
          </Button>
          <Button onPress={() => navigate(['patients', 'new'])}>{t('patients.newPatient')}</Button>
        </p>
      </Way>
      <Way icon="eye" name={t('firstDay.sample')} text={t('firstDay.sampleText')}>
        <ul className="sample-list">
          <li>{t('sample.studies')}</li>
          <li>{t('sample.reports')}</li>
          <li>{t('sample.marks')}</li>
        </ul>
        <p className="acts">
          <Button onPress={() => openOverlay({ kind: 'sample' })}>{t('sample.act')}</Button>
        </p>
      </Way>
    </div>
  );
}

interface WayProps {
  readonly icon: IconName;
  readonly name: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Way({ icon, name, text, children }: WayProps) {
  return (
    <section aria-label={name}>
      <div className="first-way">
        <Icon name={icon} size={24} />
        <h2>{name}</h2>
        <p>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}

/** What is chosen or dropped is counted in the import dialog, before anything is sealed. */
function BringIn() {
  const { t } = useTranslation();
  const chooser = useFileChooser((files) => openOverlay({ kind: 'import', files }));
  const first = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Only where nothing has the focus, so that it is taken from no link or field.
    if (document.activeElement === document.body) first.current?.querySelector('button')?.focus();
  }, []);
  return (
    <>
      <div className="drop">
        <span>{t('firstDay.drop')}</span>
        <span className="note">{t('firstDay.kinds')}</span>
      </div>
      {chooser.inputs}
      <p ref={first} className="acts">
        <Button kind="primary" onPress={chooser.chooseFiles}>
          {t('imports.chooseFiles')}
        </Button>
        <Button onPress={chooser.chooseFolder}>{t('imports.chooseFolder')}</Button>
        <Button onPress={() => openOverlay({ kind: 'fetch' })}>{t('commands.fetch')}</Button>
      </p>
    </>
  );
}
