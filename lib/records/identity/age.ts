/**
 * Age as paediatric readers state it: days under four weeks, weeks under three months, months under two years, then
 * years. By UTC days, as birth dates are stored.
 */
export interface Age {
  readonly unit: 'days' | 'weeks' | 'months' | 'years';
  readonly count: number;
}

const DAY_MS = 86_400_000;
const DAYS_BELOW = 28;
const WEEKS_BELOW_MONTHS = 3;
const MONTHS_BELOW = 24;

export function ageAt(birthDate: string, at: string | Date): Age {
  const [born, then] = [new Date(birthDate), new Date(at)];
  const days = Math.floor((dayOf(then) - dayOf(born)) / DAY_MS);
  const isBefore = then.getUTCDate() < born.getUTCDate();
  const months =
    (then.getUTCFullYear() - born.getUTCFullYear()) * 12 +
    then.getUTCMonth() -
    born.getUTCMonth() -
    (isBefore ? 1 : 0);
  if (days < DAYS_BELOW) return { unit: 'days', count: days };
  if (months < WEEKS_BELOW_MONTHS) return { unit: 'weeks', count: Math.floor(days / 7) };
  if (months < MONTHS_BELOW) return { unit: 'months', count: months };
  return { unit: 'years', count: Math.floor(months / 12) };
}

const dayOf = (date: Date): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
