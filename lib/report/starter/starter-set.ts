/**
 * The starter set: templates and macros written for this program, offered by language and modality. Nothing is
 * added to a vault unasked; what is added belongs to the group and can be changed like any other. Every finding is
 * a field, so that no template is signed before a person has confirmed it.
 */
import type { RecordInputOf } from '#contract/documents/records.ts';
import { macrosOf, templatesOf } from './starter-notation.ts';

export const STARTER_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type StarterLanguage = (typeof STARTER_LANGUAGES)[number];

export interface StarterItem {
  readonly kind: 'template' | 'macro';
  /** Modality of the item; null for every modality. */
  readonly modality: string | null;
  /** The title of a template; of a macro its abbreviation behind a point. */
  readonly title: string;
  readonly language: StarterLanguage;
  readonly report_html: string;
}

/** Loads the templates and macros of the starter set in a language, in the order they are written. */
export async function starterSet(language: StarterLanguage): Promise<readonly StarterItem[]> {
  const { templates, macros } = await written(language);
  return [
    ...templatesOf(templates, language).map((template) => ({
      ...template,
      kind: 'template' as const,
      language,
    })),
    ...macrosOf(macros).map(({ abbreviation, ...macro }) => ({
      ...macro,
      kind: 'macro' as const,
      title: `.${abbreviation}`,
      language,
    })),
  ];
}

/** The modalities a set knows, in its order. */
export function starterModalities(items: readonly StarterItem[]): string[] {
  return [...new Set(items.flatMap(({ modality }) => (modality === null ? [] : [modality])))];
}

/** What the chosen modalities need: their templates and macros, and the macros of every modality. */
export function starterItemsFor(
  items: readonly StarterItem[],
  modalities: ReadonlySet<string>,
): StarterItem[] {
  if (modalities.size === 0) return [];
  return items.filter(({ modality }) => modality === null || modalities.has(modality));
}

/** Tag that marks a stored template as a macro. */
const MACRO_KIND = 'macro';

/** The body of a request that puts it into a group. */
export function starterBody(
  item: StarterItem,
  securityGroupId: string,
): { security_group_id: string; tags?: string[]; record: RecordInputOf['templates'] } {
  const { kind, title, modality, language, report_html } = item;
  const isMacro = kind === 'macro';
  return {
    security_group_id: securityGroupId,
    ...(isMacro ? { tags: [MACRO_KIND] } : {}),
    record: {
      title,
      modality,
      report_html,
      custom_attributes: { language, starter: true, ...(isMacro ? { kind: MACRO_KIND } : {}) },
    },
  };
}

/** A language comes when it is asked for. */
async function written(language: StarterLanguage): Promise<{ templates: string; macros: string }> {
  switch (language) {
    case 'en':
      return await import('./en/english.ts').then((set) => ({
        templates: set.EN_TEMPLATES,
        macros: set.EN_MACROS,
      }));
    case 'de':
      return await import('./de/german.ts').then((set) => ({
        templates: set.DE_TEMPLATES,
        macros: set.DE_MACROS,
      }));
    case 'es':
      return await import('./spanish.ts').then((set) => ({
        templates: set.ES_TEMPLATES,
        macros: set.ES_MACROS,
      }));
    case 'fr':
      return await import('./french.ts').then((set) => ({
        templates: set.FR_TEMPLATES,
        macros: set.FR_MACROS,
      }));
    case 'pt':
      return await import('./portuguese.ts').then((set) => ({
        templates: set.PT_TEMPLATES,
        macros: set.PT_MACROS,
      }));
  }
}
