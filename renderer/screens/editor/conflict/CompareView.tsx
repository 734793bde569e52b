/**
 * Three-way comparison of base, theirs and mine, changed sections only. Each section comes from the side that
 * changed it, unless the person chooses otherwise. Sections that both changed need a choice before sealing.
 * Source: clinician's reference, "Conflict flow".
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFacts } from '#records/reports/report-status.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import {
  currentSigner,
  useEditingSession,
  useEditingState,
} from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq, theirVersion } from '#renderer/editor/editing-session/editing-state.ts';
import { applyMergedText } from '#renderer/editor/editing-session/merging/apply-merged-text.ts';
import { sealMerged } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { backToReport, useBackByEscape } from '#renderer/screens/editor/close-view.tsx';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { VersionChain } from '#renderer/screens/editor/frame/VersionChain.tsx';
import { useSeal } from '#renderer/screens/editor/sign/use-seal.ts';
import { mergeSections } from '#report/review/merge-sections.ts';
import { CompareHead } from './CompareHead.tsx';
import { CompareSection } from './CompareSection.tsx';
import { SectionList } from './SectionList.tsx';
import { useComparison } from './use-comparison.ts';
import { wayOnTop } from './use-incoming-words.ts';
import { useMergeChoices } from './use-merge-choices.ts';

export function CompareView({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const sealNow = useSeal(patient);
  const { rows, theirs, error } = useComparison();
  const newest = useEditingState(theirVersion);
  const { choiceOf, choose, isRenewed } = useMergeChoices(rows);
  const seq = useEditingState(baseSeq);
  const acting = useEditingState((state) => state.acting);
  const [showsSame, setShowsSame] = useState(false);
  const key = useKeyHint('seal');
  const open = rows.filter((_, at) => choiceOf(at) === undefined).length;
  // Hide rows of an older version than the one the merge would be sealed on.
  const isCurrent = theirs !== undefined && theirs === newest?.version_id;
  const isWithdrawn = useEditingState(wayOnTop) === 'withdrawn';
  const canSeal = isCurrent && open === 0 && acting === undefined && !isWithdrawn;
  const seal = async () => {
    if (!canSeal || !newest) return;
    const signer = currentSigner();
    const marks = {
      theirs: t('review.conflict.markTheirs', { name: newest.created_by.display_name, seq: newest.seq }),
      mine: t('review.conflict.markMine', { name: signer.name }),
    };
    const chosen = rows.map((row, at) => ({ ...row, choice: choiceOf(at) ?? row.choice }));
    const merged = mergeSections(chosen, marks);
    const { pending } = reportFacts(work.store.getState().meta.custom_attributes);
    // An addendum or amendment opens merged in the text instead, because sealing signs it and it must be
    // checked before.
    if (pending === null) {
      if (await sealMerged(work, merged, () => sealNow(newest.version_id))) backToReport();
    } else if (await applyMergedText(work, () => merged, newest.version_id)) {
      backToReport();
      await sealNow();
    }
  };
  useCommand('seal', seal);
  useBackByEscape();
  const same = rows.filter((row) => row.changedBy === 'nobody' && row.title !== '').map((row) => row.title);
  return (
    <div className="cols">
      <nav className="side outline" aria-label={t('review.conflict.sections')} data-pane>
        <SectionList rows={rows} choiceOf={choiceOf} />
        <h2 className="side-h">{t('review.conflict.marks')}</h2>
        <p className="legend">
          <ins>{t('review.conflict.added')}</ins> {t('review.conflict.since', { seq })}
        </p>
        <p className="legend">
          <del>{t('review.conflict.removed')}</del> {t('review.conflict.since', { seq })}
        </p>
        <VersionChain />
      </nav>
      <main className="doc three" aria-label={t('review.conflict.compareLabel')} data-pane>
        <CompareHead />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
        <div className="tri-b" tabIndex={0}>
          {error === undefined ? null : <ErrorNotice error={error} />}
          {withKeys(rows, (row) => row.code ?? row.title).map(({ key: rowKey, item: row }, at) =>
            row.changedBy === 'nobody' && !showsSame ? null : (
              <CompareSection
                key={rowKey}
                id={`merge-${at}`}
                row={row}
                choice={choiceOf(at)}
                isRenewed={isRenewed(at)}
                onChoose={(choice) => choose(at, choice)}
              />
            ),
          )}
          {same.length > 0 ? (
            <p className="rest">
              {t('review.conflict.same', { sections: same.join(', ') })}{' '}
              <button type="button" className="link" onClick={() => setShowsSame(!showsSame)}>
                {t(showsSame ? 'review.conflict.hide' : 'review.conflict.show')}
              </button>
            </p>
          ) : null}
        </div>
        <div className="tri-f">
          <span role="status">
            {isWithdrawn ? (
              <span className="state s-error">
                <Icon name="state-void" />
                {t('review.conflict.ways.withdrawn')}
              </span>
            ) : !isCurrent ? (
              error === undefined ? (
                <span className="state s-sealed">
                  <Icon name="state-working" className="turning" />
                  {t('editor.opening')}
                </span>
              ) : null
            ) : open > 0 ? (
              <span className="state s-conflict">
                <Icon name="state-conflict" />
                {t('review.conflict.toChoose', { count: open })}
              </span>
            ) : (
              <span className="state s-final">
                <Icon name="state-final" />
                {t('review.conflict.ready')}
              </span>
            )}
          </span>
          <span className="gap" />
          <Button kind="quiet" hint="Esc" onPress={backToReport}>
            {t('review.conflict.back')}
          </Button>
          <Button
            kind="primary"
            hint={key.hint}
            keyShortcut={key.keyShortcut}
            unavailable={!canSeal}
            onPress={seal}
          >
            {t('editor.seal')}
          </Button>
        </div>
      </main>
    </div>
  );
}
