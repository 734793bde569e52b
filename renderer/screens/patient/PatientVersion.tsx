/** One sealed version of a patient record: its changes field by field, and a button to restore it. */
import { useTranslation } from 'react-i18next';
import { roleCovers } from '#contract/access/roles.ts';
import type { DocumentVersion, DocumentView } from '#contract/documents/views.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { differingFields, fieldText } from '#renderer/components/records/patient/differing-fields.ts';
import {
  EMPTY_PATIENT,
  recordOf,
  tagsOf,
  valuesOf,
} from '#renderer/components/records/patient/patient-values.ts';
import { longDay } from '#renderer/messages/dates.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { showToast } from '#renderer/state/toast-store.ts';

interface PatientVersionProps {
  /** Newest version of the patient. */
  readonly view: DocumentView<'patients'>;
  readonly version: DocumentVersion;
  /** The version before; undefined for the first. */
  readonly before: DocumentVersion | undefined;
  readonly onRestored: () => void;
}

export function PatientVersion({ view, version, before, onRestored }: PatientVersionProps) {
  const { t } = useTranslation();
  const { document_id, security_group_id, meta, is_deleted } = view.index;
  const read = async ({ version_id }: DocumentVersion) =>
    (await vault().patients.get(document_id, { version_id })).record;
  const { data, error } = useLoaded(async () => ({
    record: await read(version),
    earlier: before && (await read(before)),
  }));
  const role = useSession(
    (state) => state.session?.groups.find((group) => group.security_group_id === security_group_id)?.role,
  );
  const { busy, error: refused, act } = useAsyncAction();
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (!data) return <p className="dim">{t('common.unsealing')}</p>;
  // Tags are stored outside the record.
  const now = valuesOf(data.record, []);
  const then = data.earlier ? valuesOf(data.earlier, []) : { ...EMPTY_PATIENT, identifiers: [] };
  const fields = differingFields(then, now);
  const isOlder = version.seq < meta.seq;
  const restore = () =>
    act(async () => {
      const record = recordOf(now, view.record);
      const restored = await vault().patients.update(document_id, {
        record,
        tags: tagsOf(valuesOf(view.record, view.summary.tags)),
        expected_latest_version_id: view.version_id,
      });
      patientCache.put(restored);
      onRestored();
      showToast({ icon: 'restore', text: t('patients.restoredVersion', { seq: version.seq }) });
    });
  const shown = (key: (typeof fields)[number]['key'], values: typeof now) => {
    const text = fieldText(values, key);
    return key === 'birth_date' && text !== '' ? longDay(`${text}T00:00:00.000Z`) : text;
  };
  return (
    <section className="patient-version" aria-label={t('patients.versionOf', { seq: version.seq })}>
      <h3 className="sec">
        {t(before ? 'patients.versionChanges' : 'patients.versionFirst', {
          seq: version.seq,
          before: before?.seq ?? 0,
        })}
      </h3>
      {fields.length === 0 ? <p className="dim">{t('patients.versionNothing')}</p> : null}
      <dl className="dl">
        {fields.map(({ key, label }) => (
          <div key={key} className="line">
            <dt>{t(label)}</dt>
            <dd>
              {before ? (
                <>
                  <del>{shown(key, then) || t('patients.nothing')}</del>{' '}
                </>
              ) : null}
              <ins>{shown(key, now) || t('patients.nothing')}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {refused === undefined ? null : <ErrorNotice error={refused} />}
      {isOlder && roleCovers(role, 'editor') && !is_deleted ? (
        <Button size="s" icon="restore" unavailable={busy} onPress={restore}>
          {t('patients.restoreVersion')}
        </Button>
      ) : null}
    </section>
  );
}
