import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useFilePicker } from '#renderer/components/files/use-file-picker.tsx';
import { VaultSeal } from '#renderer/components/paper/VaultSeal.tsx';
import { logoFrom, PICTURE_MAX_BYTES } from './logo-picture.ts';

interface LogoFieldProps {
  readonly logo: string | null;
  readonly canChange: boolean;
  readonly onChange: (logo: string | null) => void;
}

/** The picture of the head, or the seal of the vault. */
export function LogoField({ logo, canChange, onChange }: LogoFieldProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<'pictureTooLarge' | 'pictureBad'>();
  const { input, open } = useFilePicker(async ([file]) => {
    if (file === undefined) return;
    const png = file.size > PICTURE_MAX_BYTES ? undefined : await logoFrom(file);
    if (png === undefined) {
      setProblem(file.size > PICTURE_MAX_BYTES ? 'pictureTooLarge' : 'pictureBad');
      return;
    }
    setProblem(undefined);
    onChange(png);
  });
  return (
    <div className="logo-field c2">
      {logo === null ? (
        <VaultSeal />
      ) : (
        <img src={`data:image/png;base64,${logo}`} alt={t('letterhead.picture')} />
      )}
      <div>
        <b>{logo === null ? t('letterhead.sealOfVault') : t('letterhead.picture')}</b>
        <em>{t('letterhead.pictureHelp')}</em>
      </div>
      {canChange ? (
        <span className="acts">
          {input}
          <Button size="s" onPress={open}>
            {t('letterhead.choosePicture')}
          </Button>
          {logo === null ? null : (
            <Button size="s" kind="quiet" onPress={() => onChange(null)}>
              {t('letterhead.removePicture')}
            </Button>
          )}
        </span>
      ) : null}
      <p className="note" role="alert">
        {problem === undefined ? '' : t(`letterhead.${problem}`)}
      </p>
    </div>
  );
}
