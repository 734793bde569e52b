import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { PatientProblem } from './patient-problems.ts';

/** Summary of invalid entries after a refused submit, each a link to its field. */
export function ProblemSummary({ problems }: { readonly problems: readonly PatientProblem[] }) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <div className="alert inset s-error" role="alert">
      <Icon name="state-error" />
      <div>
        <p className="t">{t('patients.problems', { count: problems.length })}</p>
        <p className="d">
          {problems.map(({ field, label }, index) => (
            <span key={field}>
              {index > 0 ? ', ' : ''}
              <a
                className="link"
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId(field))?.focus();
                }}
              >
                {label}
              </a>
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

export function fieldId(field: string): string {
  return `patient-${field}`;
}
