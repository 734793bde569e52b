/** Fields of a letterhead or of its variant for a modality, and the sheet they make. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LETTER_WINDOWS,
  LETTERHEAD_TEXTS,
  type Letterhead,
  type LetterheadText,
} from '#contract/exchange/letter.ts';
import { ADDRESS_MAX_LINES, EMPTY_LETTERHEAD } from '#records/letter/letterhead.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Segments } from '#renderer/components/controls/Segments.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { TypedRegion } from '#renderer/components/forms/TypedRegion.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import type { GroupLetterhead } from '#renderer/components/paper/use-letterheads.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { LetterheadPreview } from './LetterheadPreview.tsx';
import { LogoField } from './LogoField.tsx';
import { sealLetterhead } from './seal-letterhead.ts';

const MODALITIES = ['CT', 'MR', 'US', 'XR', 'MG', 'NM', 'PT'] as const;
const COMMON = '';

interface LetterheadFormProps {
  readonly groupId: string;
  /** Undefined before the first. */
  readonly stored: GroupLetterhead | undefined;
  readonly groupChoice: ReactNode;
  readonly hasJustSealed: boolean;
  readonly onSealed: () => void;
}

export function LetterheadForm({
  groupId,
  stored,
  groupChoice,
  hasJustSealed,
  onSealed,
}: LetterheadFormProps) {
  const { t } = useTranslation();
  const vaultName = useSession((state) => state.vault?.name ?? '');
  const canChange = useSession((state) => state.session?.principal.is_admin ?? false);
  const before = stored?.letterhead ?? { ...EMPTY_LETTERHEAD, name: vaultName };
  const [edited, setEdited] = useState<Letterhead>(before);
  const [modality, setModality] = useState<string>(COMMON);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isChanged = JSON.stringify(edited) !== JSON.stringify(before);
  const variant = edited.variants[modality];
  const lines = (modality === COMMON ? edited.address : (variant?.address ?? '')).split('\n').length;
  const isTooLong = lines > ADDRESS_MAX_LINES;

  const setText = (key: LetterheadText, value: string) =>
    setEdited(
      modality === COMMON
        ? { ...edited, [key]: value }
        : { ...edited, variants: { ...edited.variants, [modality]: { ...variant, [key]: value } } },
    );
  const text = (key: LetterheadText, label: string, more: Readonly<Record<string, unknown>> = {}) => (
    <TextField
      label={label}
      value={(modality === COMMON ? edited[key] : variant?.[key]) ?? ''}
      placeholder={modality === COMMON ? undefined : edited[key].split('\n')[0]}
      readOnly={!canChange}
      onChange={(value) => setText(key, value)}
      {...more}
    />
  );
  const seal = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await sealLetterhead(groupId, stored, edited);
      onSealed();
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  };
  const differing = (key: string) =>
    LETTERHEAD_TEXTS.filter((each) => edited.variants[key]?.[each]?.trim()).length;

  return (
    <SettingsMain
      title={t('settings.section.letterhead')}
      lead={t('letterhead.lead')}
      panel={<LetterheadPreview letterhead={edited} modality={modality || 'CT'} />}
    >
      <TypedRegion
        className="letterhead-form"
        keptAs="letterhead"
        hasInput={isChanged}
        onThrownAway={() => setEdited(before)}
      >
        {groupChoice}
        {stored === undefined ? <p className="note">{t('letterhead.none')}</p> : null}
        <Select
          label={t('letterhead.variant')}
          value={modality}
          choices={[
            { value: COMMON, label: t('letterhead.allModalities') },
            ...MODALITIES.map((value) => {
              const count = differing(value);
              return {
                value,
                label: count === 0 ? value : t('letterhead.differs', { modality: value, count }),
              };
            }),
          ]}
          onChange={setModality}
          {...(modality === COMMON ? {} : { help: t('letterhead.inherits') })}
        />
        <fieldset>
          <legend>{t('letterhead.head')}</legend>
          {modality === COMMON ? (
            <LogoField
              logo={edited.logo}
              canChange={canChange}
              onChange={(logo) => setEdited({ ...edited, logo })}
            />
          ) : null}
          {text('name', t('letterhead.name'))}
          {text('second_line', t('letterhead.secondLine'))}
          {text('address', t('letterhead.address'), {
            ...{ multiline: true, wide: true, help: t('letterhead.addressHelp') },
            error: isTooLong
              ? t('letterhead.addressTooLong', { count: lines, max: ADDRESS_MAX_LINES })
              : undefined,
          })}
          {text('phone', t('letterhead.phone'))}
          {text('email', t('letterhead.email'))}
        </fieldset>
        {modality === COMMON ? (
          <fieldset disabled={!canChange}>
            <legend>{t('letterhead.letter')}</legend>
            <Segments
              label={t('letterhead.window')}
              value={edited.window}
              choices={LETTER_WINDOWS.map((value) => ({ value, label: t(`letterhead.windows.${value}`) }))}
              onChange={(window) => setEdited({ ...edited, window })}
            />
          </fieldset>
        ) : null}
        <fieldset>
          <legend>{t('letterhead.signature')}</legend>
          {text('signature_text', t('letterhead.signatureText'), {
            ...{ multiline: true, wide: true, help: t('letterhead.signatureHelp') },
          })}
          {modality === COMMON ? (
            <Checkbox
              className="c2"
              checked={edited.shows_keys}
              onChange={(shows_keys) => canChange && setEdited({ ...edited, shows_keys })}
            >
              {t('letterhead.showKeys')}
            </Checkbox>
          ) : null}
        </fieldset>
        <fieldset>
          <legend>{t('letterhead.foot')}</legend>
          {text('registration', t('letterhead.registration'), { wide: true })}
          {text('footer', t('letterhead.footer'), { wide: true })}
        </fieldset>
      </TypedRegion>
      <ErrorRegion error={error} />
      <div className="form-f">
        {canChange ? (
          <>
            <Button kind="primary" onPress={seal} unavailable={!isChanged || isTooLong || isBusy}>
              {t('letterhead.seal')}
            </Button>
            <Button kind="quiet" onPress={() => setEdited(before)} unavailable={!isChanged}>
              {t('letterhead.discard')}
            </Button>
          </>
        ) : null}
        <p className="note" role="status">
          {canChange
            ? isChanged && stored !== undefined
              ? t('letterhead.changed', { seq: stored.seq })
              : hasJustSealed && !isChanged
                ? t('letterhead.sealed')
                : ''
            : t('settings.adminsOnly')}
        </p>
      </div>
    </SettingsMain>
  );
}
