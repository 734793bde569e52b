/**
 * Lists what an import refused, skipped, changed or kept, by file and resource. Failures and changed fields are
 * open at first; skipped files are folded.
 */
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { ImportedFiles } from './run-import.ts';

interface ImportFailuresProps {
  readonly result: ImportedFiles;
  /** Names of files of other kinds, which are not imported. */
  readonly others: readonly string[];
  readonly isDone: boolean;
}

/** Lists every file and entry that is not imported, with the reason. */
export function ImportFailures({ result: { fhir, dicom }, others, isDone }: ImportFailuresProps) {
  const { t } = useTranslation();
  const failures = [
    ...fhir.failures.map(({ file, resource, message }) => ({
      file: resource === undefined ? file : `${file}, ${resource}`,
      message,
    })),
    ...dicom.failures,
  ];
  const skipped = [
    ...fhir.skipped.map(({ file, place, message }) => ({
      file: place === undefined ? file : `${file}, ${place}`,
      message,
    })),
    ...others.map((file) => ({ file, message: t('imports.otherKind') })),
  ];
  const notices = fhir.notices.map(({ file, resource, message }) => ({
    file: `${file}, ${resource}`,
    message,
  }));
  const changes = fhir.changes.map(({ file, resource, name, fields }) => ({
    file: `${name} (${file}, ${resource})`,
    message: t('imports.changedFields', { fields: fields.join(', ') }),
  }));
  const kept = fhir.kept.map(({ file, resource, name, fields }) => ({
    file: `${name} (${file}, ${resource})`,
    message: t('imports.keptFields', { fields: fields.join(', ') }),
  }));
  const changed = t(isDone ? 'imports.changes' : 'imports.wouldChange', { count: changes.length });
  return (
    <>
      <NamedFiles title={changed} files={changes} isOpen />
      <NamedFiles title={t('imports.kept', { count: kept.length })} files={kept} isOpen />
      <NamedFiles title={t('imports.notices', { count: notices.length })} files={notices} isOpen />
      <NamedFiles title={t('imports.failures', { count: failures.length })} files={failures} isOpen isError />
      <NamedFiles title={t('imports.skipped', { count: skipped.length })} files={skipped} />
    </>
  );
}

interface NamedFilesProps {
  readonly title: string;
  readonly files: readonly { readonly file: string; readonly message: string }[];
  readonly isOpen?: boolean;
  readonly isError?: boolean;
}

function NamedFiles({ title, files, isOpen = false, isError = false }: NamedFilesProps) {
  if (files.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        <span className={`state ${isError ? 's-error' : 's-draft'}`}>
          <Icon name={isError ? 'state-error' : 'state-warn'} />
          {title}
        </span>
      </summary>
      <ul className="unsupported">
        {files.map(({ file, message }) => (
          <li key={`${file} ${message}`}>
            <b>{file}</b> {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
