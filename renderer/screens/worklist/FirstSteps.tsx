/**
 * What a new vault still lacks: in the place of the preview while there is no exam to preview, folded above it
 * afterwards, until every step is done. Each step is ticked by what the vault has, and returns when that goes.
 * Source: visual design 14, "First day".
 */
import { useTranslation } from 'react-i18next';
import { isSigned } from '#records/reports/report-status.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { hideFirstSteps } from '#renderer/lists/first-steps.ts';
import { examCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { isForReports, isLetterhead } from '#renderer/state/record-cache/template-kinds.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { openHandbook } from '#renderer/state/shell/handbook-store.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';

interface Step {
  readonly id: 'letterhead' | 'templates' | 'backup' | 'report';
  readonly isDone: boolean;
  readonly act?: () => void;
}

function useFirstSteps(): readonly Step[] {
  const session = useSession((state) => state.session);
  const templates = templateCache.use((state) => state.rows);
  const isAdmin = session?.principal.is_admin ?? false;
  const mayWrite = useWritableGroups().length > 0;
  const target = useLoaded(async () => (isAdmin ? (await vault().backups.get()).settings.target : null));
  const isSignedOnce = examCache.use(({ rows }) =>
    [...rows.values()].some(
      ({ summary, is_deleted }) => summary !== null && !is_deleted && isSigned(summary.report_status),
    ),
  );
  const kept = [...templates.values()].filter((row) => !row.is_deleted && !row.is_archived);
  return [
    ...(isAdmin
      ? [
          {
            id: 'letterhead',
            isDone: kept.some(isLetterhead),
            act: () => navigate(['settings', 'letterhead']),
          } as const,
        ]
      : []),
    ...(mayWrite
      ? [
          {
            id: 'templates',
            isDone: kept.some(isForReports),
            act: () => openOverlay({ kind: 'starter' }),
          } as const,
        ]
      : []),
    ...(isAdmin
      ? [
          {
            id: 'backup',
            isDone: typeof target.data === 'string',
            act: () => navigate(['settings', 'backup']),
          } as const,
        ]
      : []),
    { id: 'report', isDone: isSignedOnce },
  ];
}

/** The list as the whole preview. */
export function FirstSteps() {
  const { t } = useTranslation();
  const steps = useFirstSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="pv first-steps">
      <h2 className="panel-h">
        {t('firstSteps.title')}
        <span className="dim">{t('firstSteps.count', { done, all: steps.length })}</span>
      </h2>
      <StepList steps={steps} />
    </div>
  );
}

/** The list above the preview of an exam; nothing once every step is done. */
export function RemainingSteps() {
  const { t } = useTranslation();
  const steps = useFirstSteps();
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <details className="first-steps folded">
      <summary>
        <Icon name="chevron-down" />
        <b>{t('firstSteps.title')}</b>
        <span className="gap" />
        <span className="dim">{t('firstSteps.count', { done, all: steps.length })}</span>
      </summary>
      <StepList steps={steps} />
    </details>
  );
}

function StepList({ steps }: { readonly steps: readonly Step[] }) {
  const { t } = useTranslation();
  const { hint: signKey } = useKeyHint('sign');
  return (
    <>
      <ol>
        {steps.map(({ id, isDone, act }) => (
          <li key={id} className={isDone ? 'done' : undefined}>
            <Icon name={isDone ? 'state-final' : 'state-draft'} />
            <span>
              <b>{t(`firstSteps.${id}.name`)}</b>
              <em>
                {isDone
                  ? t('firstSteps.done')
                  : id === 'report'
                    ? t('firstSteps.report.text', { keys: signKey ?? '' })
                    : t(`firstSteps.${id}.text`)}
              </em>
            </span>
            {isDone || act === undefined || id === 'report' ? null : (
              <button
                type="button"
                className="link"
                aria-label={`${t(`firstSteps.${id}.act`)}: ${t(`firstSteps.${id}.name`)}`}
                onClick={act}
              >
                {t(`firstSteps.${id}.act`)}
              </button>
            )}
          </li>
        ))}
      </ol>
      <p className="note">
        {t('firstSteps.until')}
        <button type="button" className="link" onClick={() => hideFirstSteps(true)}>
          {t('firstSteps.hide')}
        </button>
      </p>
      <p className="note">
        <button type="button" className="link" onClick={() => openHandbook({ page: 'first-day' })}>
          {t('firstSteps.handbook')}
        </button>
        <kbd aria-hidden="true">F1</kbd>
      </p>
    </>
  );
}
