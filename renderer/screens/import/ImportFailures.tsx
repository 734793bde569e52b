import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { ImportedFiles } from './run-import.ts';

interface ImportFailuresProps {
  readonly result: ImportedFiles;
  /** Files of another kind. */
  readonly others: readonly string[];
}

/** Every file and entry that does not come in, by its name and with the reason. */
export function ImportFailures({ result: { fhir, dicom }, others }: ImportFailuresProps) {
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
    ...fhir.notices.map(({ file, resource, message }) => ({ file: `${file}, ${resource}`, message })),
    ...others.map((file) => ({ file, message: t('imports.otherKind') })),
  ];
  return (
    <>
      <NamedFiles title={t('imports.failures', { count: failures.length })} files={failures} isError />
      <NamedFiles title={t('imports.skipped', { count: skipped.length })} files={skipped} isError={false} />
    </>
  );
}

interface NamedFilesProps {
  readonly title: string;
  readonly files: readonly { readonly file: string; readonly message: string }[];
  readonly isError: boolean;
}

function NamedFiles({ title, files, isError }: NamedFilesProps) {
  if (files.length === 0) return null;
  return (
    <details open={isError}>
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
