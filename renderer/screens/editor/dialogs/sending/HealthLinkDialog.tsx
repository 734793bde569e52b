/**
 * Dialog for a SMART Health Link of the newest version. Saves the encrypted file and shows the link as a QR
 * code.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSample } from '#records/sample/sample-mark.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { QrCode } from '#renderer/components/controls/QrCode.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { DateField } from '#renderer/components/dates/DateField.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { saveBlob } from '#renderer/components/files/save-file.ts';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';
import {
  HEALTH_LINK_FILE_TYPE,
  HEALTH_LINK_LABEL_MAX_CHARS,
  type HealthLink,
  healthLink,
  isHealthLinkPlace,
} from '#sdk/media/health-link.ts';
import { givenVersion } from './given-version.ts';

interface Made extends HealthLink {
  readonly place: string;
}

export function HealthLinkDialog({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  return made === undefined ? (
    <AskPlace onMade={setMade} onClose={onClose} />
  ) : (
    <ShowLink made={made} onClose={onClose} />
  );
}

interface AskPlaceProps {
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}

function AskPlace({ onMade, onClose }: AskPlaceProps) {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const { seq } = givenVersion(useEditingState((state) => state));
  const isChanged = useEditingState((state) => state.changed);
  const isOfSample = useEditingState((state) => isSample(state.meta.custom_attributes));
  const title = useEditingState((state) => state.meta.title) ?? t('editor.noTitle');
  const [place, setPlace] = useState('https://');
  const [label, setLabel] = useState('');
  const [day, setDay] = useState('');
  const read = parseLenientDate(day, undefined, { years: 'ahead' });
  const isBadPlace = !isHealthLinkPlace(place.trim());
  const isBadLabel = label.length > HEALTH_LINK_LABEL_MAX_CHARS;
  const isBadDay = day.trim() !== '' && read.kind !== 'day';
  const options = {
    place: place.trim(),
    label: label.trim(),
    expires_on: read.kind === 'day' ? read.iso : undefined,
  };
  const submit = useSubmit({
    body: isOfSample || isBadPlace || isBadLabel || isBadDay ? undefined : options,
    send: async (wanted) => {
      const link = await healthLink(await vault().exchange.fhirExam(documents.id), wanted);
      saveBlob(new Blob([link.file], { type: HEALTH_LINK_FILE_TYPE }), link.name);
      onMade({ ...link, place: wanted.place });
    },
  });
  return (
    <FormDialog
      title={t('outbox.link.title', { title })}
      act={t('outbox.link.act')}
      submit={submit}
      onClose={onClose}
      fieldsClass="b stack"
      unavailable={isOfSample}
      note={<span className="note">{t('review.handOver.audited')}</span>}
    >
      {isOfSample ? <p role="status">{t('giveOut.sample')}</p> : null}
      <p className="note">{t('outbox.link.intro', { seq })}</p>
      {isChanged ? <p className="note">{t('review.handOver.draftStays')}</p> : null}
      <TextField
        label={t('outbox.link.place')}
        help={t('outbox.link.placeHelp')}
        value={place}
        onChange={setPlace}
        error={submit.tried && isBadPlace ? t('outbox.link.badPlace') : undefined}
        autoFocus
        mono
      />
      <TextField
        label={t('outbox.link.label')}
        help={t('outbox.link.labelHelp')}
        value={label}
        onChange={setLabel}
        error={isBadLabel ? t('outbox.link.badLabel') : undefined}
      />
      <DateField
        label={t('outbox.link.expires')}
        years="ahead"
        help={t('review.handOver.courtesy')}
        value={day}
        onChange={setDay}
        error={submit.tried && isBadDay ? t('review.handOver.badDay') : undefined}
      />
    </FormDialog>
  );
}

function ShowLink({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={t('outbox.link.made')} onClose={onClose}>
      <div className="b stack">
        <QrCode text={made.link} label={t('outbox.link.code')} />
        <p className="note">{t('outbox.link.put', { name: made.name, place: made.place })}</p>
        <p className="note">{t('outbox.link.secret')}</p>
        <p className="vh" role="status">
          {isCopied ? t('common.copied') : ''}
        </p>
      </div>
      <div className="f">
        <Button
          kind="primary"
          autoFocus
          onPress={() => copyForAMinute(made.link).then(() => setCopied(true))}
        >
          {isCopied ? t('common.copied') : t('outbox.link.copy')}
        </Button>
        <Button kind="quiet" hint="Esc" onPress={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}
