import { useTranslation } from 'react-i18next';
import type { Findings, OpenFinding } from '#contract/maintenance/backups.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { findingWords, subjectWords } from './vault-finding-text.ts';

interface FindingRowsProps {
  readonly findings: Findings;
  readonly selected: OpenFinding | undefined;
  readonly onSelect: (finding: OpenFinding) => void;
}

/** Lists the open findings; no choice is preselected. */
export function FindingRows({ findings, selected, onSelect }: FindingRowsProps) {
  const { t } = useTranslation();
  const { items, checked_at } = findings;
  return (
    <>
      <h2 className="sub">{t('evidence.findings')}</h2>
      {items.length === 0 ? (
        <p className="set-lead">{t(checked_at === null ? 'evidence.notChecked' : 'evidence.noFindings')}</p>
      ) : (
        <table className="plain-table two-line">
          <caption className="vh">{t('evidence.findingsGrid')}</caption>
          <tbody>
            {items.map((finding) => (
              <tr
                key={`${finding.code} ${finding.id}`}
                className={finding === selected ? 'selected' : undefined}
              >
                <td>
                  <span className={`state ${finding.kept_at === null ? 's-draft' : 's-sealed'}`}>
                    <Icon name={finding.kept_at === null ? 'state-warn' : 'state-info'} />
                    {t(finding.kept_at === null ? 'evidence.decide' : 'evidence.note')}
                  </span>
                </td>
                <td>
                  <button
                    type="button"
                    className="row-act"
                    aria-pressed={finding === selected}
                    onClick={() => onSelect(finding)}
                  >
                    <b>{findingWords(finding, t)}</b>
                  </button>
                  <em>{subjectWords(finding, t)}</em>
                </td>
                <td className="num">{t('evidence.since', { when: changedAt(finding.found_at) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
