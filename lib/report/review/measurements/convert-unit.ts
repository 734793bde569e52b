/** Converts a number between units of one kind, as they are typed in reports of five languages. */

/** Each kind with its units, as multiples of one of them. */
const KINDS: readonly Readonly<Record<string, number>>[] = [
  { nm: 1e-6, µm: 0.001, mm: 1, cm: 10, dm: 100, m: 1000, in: 25.4, inch: 25.4, inches: 25.4, zoll: 25.4 },
  { 'mm²': 0.01, 'cm²': 1, 'dm²': 100, 'm²': 10_000 },
  { µl: 0.001, 'mm³': 0.001, ml: 1, cc: 1, ccm: 1, 'cm³': 1, cl: 10, dl: 100, l: 1000, 'dm³': 1000 },
  { µg: 0.001, mg: 1, g: 1000, kg: 1_000_000 },
  { ms: 0.001, s: 1, sec: 1, sek: 1, min: 60, h: 3600 },
  { 'mm/s': 0.1, 'cm/s': 1, 'm/s': 100 },
  { µgy: 0.001, mgy: 1, cgy: 10, gy: 1000 },
  { µsv: 0.001, msv: 1, sv: 1000 },
  { kbq: 0.001, mbq: 1, gbq: 1000 },
  { mmhg: 1, kpa: 7.500_62 },
  { 'mg/ml': 1, 'g/l': 1, 'mg/dl': 0.01, 'g/ml': 1000, 'g/cm³': 1000 },
  { hu: 1, he: 1, uh: 1 },
  {
    '°': 1,
    deg: 1,
    degree: 1,
    degrees: 1,
    grad: 1,
    degré: 1,
    degrés: 1,
    grado: 1,
    grados: 1,
    grau: 1,
    graus: 1,
  },
  { '%': 1 },
  { bpm: 1, '/min': 1 },
];

/** The number in the wanted unit; null for a unit of another kind, or an unknown one. */
export function convertUnit(value: number, from: string, to: string): number | null {
  const [own, wanted] = [keyOf(from), keyOf(to)];
  if (own === wanted || (wanted.startsWith('suv') && own.startsWith('suv'))) return value;
  for (const kind of KINDS) {
    const [per, perWanted] = [kind[own], kind[wanted]];
    // Rounded, so that a limit is reached exactly: 9 cm are 90 mm.
    if (per !== undefined && perWanted !== undefined)
      return Number(((value * per) / perWanted).toPrecision(12));
  }
  return null;
}

/** `Mm` and `CM` are the same units; both signs for micro are one. */
function keyOf(unit: string): string {
  return unit
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()
    .replace('μ', 'µ')
    .replace(/^u(?=(?:m|l|g|gy|sv)$)/, 'µ')
    .replace(/\^?2$/, '²')
    .replace(/\^?3$/, '³');
}
