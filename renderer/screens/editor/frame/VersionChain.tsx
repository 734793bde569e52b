/**
 * Draws the newest versions as a chain, with the draft attached to its base version. After a conflict the
 * draft is drawn as a fork.
 */
import { useTranslation } from 'react-i18next';
import { reportFacts, reportState } from '#records/reports/report-status.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { STATE_LOOKS } from '#renderer/components/records/record-state.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq, theirVersion } from '#renderer/editor/editing-session/editing-state.ts';
import { changedInList } from '#renderer/messages/dates.ts';

/** Number of versions drawn; the history lists all. */
const SHOWN_MAX = 6;

/** Draws one ring per version and the draft at its merge base. */
export function VersionChain() {
  const { t } = useTranslation();
  const state = useEditingState((whole) => whole);
  const { hint } = useKeyHint('history');
  const { status } = reportFacts(state.meta.custom_attributes);
  const look = STATE_LOOKS[status === null ? 'sealed' : reportState(status)];
  const base = baseSeq(state);
  const theirs = theirVersion(state);
  const isForked = theirs !== undefined;
  const draft = state.changed ? (
    <li key="draft" className={isForked ? 's-draft fork' : 'open s-draft'}>
      <Icon name="state-draft" />
      <span>
        <b>{t(isForked ? 'editor.outline.yourDraft' : 'editor.outline.draft')}</b>{' '}
        {[
          ...(state.saving.kind === 'saved' ? [changedInList(state.saving.at)] : []),
          ...(isForked ? [t('editor.outline.fromVersion', { seq: base })] : []),
        ].join(', ')}
      </span>
    </li>
  ) : null;
  return (
    <section className={`chain${isForked ? ' forked' : ''}`} aria-label={t('editor.outline.versions')}>
      <h2 className="side-h">
        {t('editor.outline.versions')}
        <kbd aria-hidden="true">{hint}</kbd>
      </h2>
      <ol>
        {isForked ? null : draft}
        {state.versions.slice(0, SHOWN_MAX).flatMap((version) => {
          const isBase = version.version_id === state.base_version_id;
          const isSigned = state.signatures.some(({ version_id }) => version_id === version.version_id);
          const plain = isSigned ? 's-final' : 's-sealed';
          const tone = version.version_id === theirs?.version_id ? `${plain} new` : plain;
          const row = (
            <li key={version.version_id} className={isBase ? look.tone : tone}>
              <Icon name={isBase ? look.icon : isSigned ? 'state-final' : 'state-sealed'} />
              <span>
                <b>{version.seq}</b> {changedInList(version.created_at)} {version.created_by.display_name}
              </span>
            </li>
          );
          return isForked && isBase ? [draft, row] : [row];
        })}
      </ol>
    </section>
  );
}
