/**
 * The gate before signing: what stops it, what should be looked at, what is in order. Enter on a problem
 * jumps into the text; Esc there comes back by F6.
 * Source: clinician's reference, B-i 5 and 6.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { chordText } from '#renderer/commands/key-chord.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { signAsFinal } from '#renderer/editor/work/seal-report.ts';
import { currentSigner, useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { latestSeq } from '#renderer/editor/work/work-state.ts';
import { checkQuality } from '#report/checks/quality-checks.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';
import type { ReportPatient } from '../frame/use-patient.ts';
import { showPanel } from '../view-store.ts';
import { findingWords, passedChecks } from './finding-words.ts';
import { jumpToFinding } from './jump-to-finding.ts';

export function SignGate({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const work = useWork();
  const findings = useFindings(patient);
  const next = useWorkState(latestSeq) + 1;
  const acting = useWorkState((state) => state.acting);
  const key = useKeyHint('sign');
  const blocking = findings.filter((finding) => finding.severity === 'block');
  const warnings = findings.filter((finding) => finding.severity === 'warn');
  const canSign = blocking.length === 0 && acting === undefined;
  const sign = async () => {
    if (canSign && (await signAsFinal(work, currentSigner()))) showPanel(undefined);
  };
  useCommand('sign', sign);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // A frame later: the report may still be putting its caret where the key left it.
    const frame = requestAnimationFrame(() => {
      panel.current?.querySelector<HTMLElement>('[role="option"], .panel-f button')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    showPanel(undefined);
  };
  const passed = passedChecks(findings, t);
  return (
    <aside
      className="panel gate-panel"
      aria-label={t('review.gate.title')}
      data-pane
      ref={panel}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2>{t('review.gate.title')}</h2>
        <p className="mid">{t('review.gate.text', { seq: next, name: currentSigner().name })}</p>
        <Button
          kind="quiet"
          size="s"
          icon="close"
          className="gate-close"
          label={t('review.gate.close')}
          onPress={() => showPanel(undefined)}
        />
      </header>
      <div className="gate-list">
        <FindingList tone="s-error" icon="state-error" title={t('review.gate.blocks')} findings={blocking} />
        <FindingList tone="s-draft" icon="state-warn" title={t('review.gate.check')} findings={warnings} />
        <h3 className="s-final">
          <Icon name="state-final" />
          {t('review.gate.inOrder')}
          <span>{passed.length}</span>
        </h3>
        <ul className="passed">
          {passed.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      <div className="panel-f col">
        <Button
          kind="primary"
          hint={key.hint}
          keyShortcut={key.keyShortcut}
          unavailable={!canSign}
          describedBy="gate-why"
          onPress={sign}
        >
          {t('editor.sign')}
        </Button>
        <p id="gate-why" className="note">
          {blocking.length > 0
            ? t('review.gate.left', { count: blocking.length })
            : findings.length > 0
              ? t('review.gate.canSign')
              : t('review.gate.allClear')}
        </p>
      </div>
    </aside>
  );
}

/** Checked now and whenever typing rests. */
function useFindings(patient: ReportPatient | undefined): readonly QualityFinding[] {
  const work = useWork();
  const [editor] = useLexicalComposerContext();
  const meta = useWorkState((state) => state.meta);
  const [tick, setTick] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => setTick((count) => count + 1), 300);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read when it has rested
  return useMemo(
    () =>
      checkQuality({
        state: work.text.state(),
        title: meta.title,
        exam_date: meta.exam_date,
        biological_sex: patient?.biological_sex ?? null,
        now: new Date(),
      }),
    [work, meta, patient, tick],
  );
}

interface FindingListProps {
  readonly tone: string;
  readonly icon: 'state-error' | 'state-warn';
  readonly title: string;
  readonly findings: readonly QualityFinding[];
}

function FindingList({ tone, icon, title, findings }: FindingListProps) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  if (findings.length === 0) return null;
  const current = Math.min(active, findings.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      const finding = findings[current];
      if (finding) jumpToFinding(editor, finding);
    } else if (step !== undefined) {
      const to = Math.max(0, Math.min(findings.length - 1, current + step));
      setActive(to);
      list.current?.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <h3 className={tone}>
        <Icon name={icon} />
        {title}
        <span>{findings.length}</span>
      </h3>
      <div role="listbox" aria-label={title} ref={list} onKeyDown={onKeyDown}>
        {findings.map((finding, at) => {
          const words = findingWords(finding, t);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list reads the keys
            <div
              key={`${finding.code}-${words.title}-${words.text}`}
              className="prob"
              role="option"
              aria-selected={at === current}
              tabIndex={at === current ? 0 : -1}
              onFocus={() => setActive(at)}
              onClick={() => jumpToFinding(editor, finding)}
            >
              <p className="t">{words.title}</p>
              <p className="d">{words.text}</p>
              {finding.target ? <kbd aria-hidden="true">{chordText('Enter')}</kbd> : null}
            </div>
          );
        })}
      </div>
    </>
  );
}
