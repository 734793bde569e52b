/**
 * Results of a template import, file by file. Lists every part of a file that a report cannot hold, so that nothing
 * is dropped in silence.
 */
import { useTranslation } from 'react-i18next';
import { VaultError } from '#contract/errors/vault-error.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import type { ImportResult } from './import-templates.ts';

interface ImportPanelProps {
  readonly results: readonly ImportResult[];
  /** Name of the file being read. */
  readonly current: string | undefined;
  readonly onClose: () => void;
}

/** Lists the imported templates, and per file the parts that a report cannot represent. */
export function ImportPanel({ results, current, onClose }: ImportPanelProps) {
  const { t } = useTranslation();
  const imported = results.filter((result) => result.template).length;
  return (
    <aside className="panel" aria-label={t('templates.importTitle')} data-pane>
      <h2 className="panel-h">{t('templates.importTitle')}</h2>
      <div className="panel-b">
        <p className="mid" role="status">
          {current === undefined
            ? t('templates.importDone', { count: imported })
            : t('templates.importing', { name: current })}
        </p>
        {results.map((result) => (
          <section key={result.file_name} className="import-result">
            {result.template ? (
              <>
                <h3 className="sec">
                  <Link className="link" to={['templates', result.template.id]}>
                    {result.template.title}
                  </Link>
                </h3>
                <Unsupported result={result} />
              </>
            ) : (
              <Failure result={result} />
            )}
          </section>
        ))}
      </div>
      <div className="panel-f">
        <span className="gap" />
        <Button unavailable={current !== undefined} onPress={onClose}>
          {t('common.done')}
        </Button>
      </div>
    </aside>
  );
}

/** Longest list that is expanded at first. */
const OPEN_MAX_ITEMS = 8;

function Unsupported({ result: { unsupported } }: { readonly result: ImportResult }) {
  const { t } = useTranslation();
  if (unsupported.length === 0) return <p className="mid">{t('templates.everythingKept')}</p>;
  return (
    <details open={unsupported.length <= OPEN_MAX_ITEMS}>
      <summary>
        <span className="state s-draft">
          <Icon name="state-warn" />
          {t('templates.unsupported', { count: unsupported.length })}
        </span>
      </summary>
      <p className="mid">{t('templates.unsupportedLead')}</p>
      <ul className="unsupported">
        {unsupported.map(({ what, where }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and lines may repeat
          <li key={index}>
            {t('templates.unsupportedLine', { what: t(`templates.kind.${what}`), where: '' })}
            <code>{where}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Failure({ result }: { readonly result: ImportResult }) {
  const { t } = useTranslation();
  const title = t('templates.importFailed', { name: result.file_name });
  if (!(result.error instanceof VaultError)) return <ErrorNotice error={result.error} title={title} />;
  return (
    <div className="alert inset s-error" role="alert">
      <Icon name="state-error" />
      <div>
        <p className="t">{title}</p>
        <p className="d">{t('templates.notTemplate')}</p>
      </div>
    </div>
  );
}
