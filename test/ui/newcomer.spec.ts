/**
 * A newcomer with nothing but the screen: from an empty folder to a signed CT report with a measured value. Keys and
 * clicks are counted and weighed as a person's who types 40 words a minute and thinks before each click.
 */
import type { Locator, Page } from '@playwright/test';
import { de } from '#renderer/messages/de.ts';
import { en } from '#renderer/messages/en.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

/** 40 words of five letters a minute. */
const SECONDS_PER_KEY = 60 / (40 * 5);
/** Keystroke-level model of Card, Moran and Newell: pointing 1.1, pressing 0.2, hand to mouse 0.4, deciding 1.35. */
const SECONDS_PER_CLICK = 1.1 + 0.2 + 0.4 + 1.35;
const SECONDS_MAX = 4 * 60;
const FIRST_CHOICE = '1';

interface Words {
  readonly locale: string;
  readonly template: string;
  /** What is typed into the fields of the template in turn; an empty text takes the template's own words. */
  readonly answers: readonly string[];
}

const LANGUAGES = {
  en: {
    locale: 'en-GB',
    template: 'CT chest',
    answers: [
      ...[
        'Cough for three months.',
        FIRST_CHOICE,
        '80',
        'None.',
        '',
        'One nodule in the right upper lobe.',
        '11',
      ],
      ...['', '', '', '32', '', '', '', 'Nodule of 11 mm in the right upper lobe.'],
    ],
  },
  de: {
    locale: 'de-DE',
    template: 'CT Thorax',
    answers: [
      ...[
        'Husten seit drei Monaten.',
        FIRST_CHOICE,
        '80',
        'Keine.',
        '',
        'Ein Rundherd im rechten Oberlappen.',
        '11',
      ],
      ...['', '', '', '32', '', '', '', 'Rundherd von 11 mm im rechten Oberlappen.'],
    ],
  },
} as const satisfies Readonly<Record<string, Words>>;

/** A person at the screen, counted. */
function createHand(page: Page) {
  const counts = { keys: 0, clicks: 0 };
  return {
    counts,
    async type(text: string) {
      counts.keys += text.length;
      await page.keyboard.type(text);
    },
    async press(chord: string) {
      counts.keys += chord.split('+').length;
      await page.keyboard.press(chord);
    },
    async click(target: Locator) {
      counts.clicks += 1;
      await target.click();
    },
    /** Opening a list and choosing in it. */
    async choose(list: Locator, label: string) {
      counts.clicks += 2;
      await list.selectOption({ label });
    },
    seconds: () => counts.keys * SECONDS_PER_KEY + counts.clicks * SECONDS_PER_CLICK,
  };
}

for (const [language, { locale, template, answers }] of Object.entries(LANGUAGES)) {
  const texts = { en, de }[language === 'de' ? 'de' : 'en'];

  test.describe(`a newcomer, ${language}`, () => {
    test.use({ empty: true, locale });

    test('signs a CT report within four minutes', async ({ page }) => {
      const hand = createHand(page);
      const button = (name: string, within: Page | Locator = page) =>
        within.getByRole('button', { name, exact: true });
      const box = (name: string, within: Page | Locator = page) =>
        within.getByRole('textbox', { name, exact: true });

      await page.goto('/');
      await expect(box(texts.gate.workspaceName)).toBeFocused();
      await expectAccessible(page, 'first run');
      await hand.type('Northgate');
      await hand.press('Tab');
      await hand.type('Dr A. Roe');
      await hand.press('Tab');
      await hand.type(PASSPHRASE);
      await hand.click(box(texts.gate.repeatPassphrase));
      await hand.type(PASSPHRASE);
      await hand.click(button(texts.gate.createVault));

      const shown = page.getByTestId('recovery-key').locator('code');
      await expect(shown).toHaveCount(13);
      const groups = await shown.allTextContents();
      const label = texts.gate.groupNumber.replace('{{number}}', '');
      for (const field of await page.getByRole('textbox', { name: label }).all()) {
        const name = (await field.getAttribute('aria-label')) ?? (await field.evaluate(labelOf));
        await hand.click(field);
        await hand.type(groups[Number(name.match(/\d+/)?.[0]) - 1] ?? '');
      }
      await hand.click(button(texts.gate.openVault));

      const main = page.getByRole('main');
      await expect(main).toContainText(texts.worklist.emptyTitle);
      await expectAccessible(page, 'empty worklist');
      await hand.click(page.getByRole('link', { name: texts.frame.templates, exact: true }));
      await hand.click(button(texts.commands.starterSet, main));
      const starter = page.getByRole('dialog');
      await hand.click(starter.getByRole('checkbox', { name: /^CT/ }));
      await hand.click(button(texts.templates.starter.act, starter));
      await expect(starter).toBeHidden();

      await hand.click(page.getByRole('link', { name: texts.frame.patients, exact: true }));
      await hand.click(button(texts.patients.newPatient, main));
      await expect(box(texts.patients.legalName)).toBeFocused();
      await hand.type('Kastellan, Mirela');
      await hand.click(box(texts.patients.birthDate));
      await hand.type('14.3.1961');
      await hand.choose(page.getByRole('combobox', { name: texts.patients.sexAtBirth }), texts.common.female);
      await hand.click(button(texts.patients.create));
      await hand.click(button(texts.patients.newExam));

      const dialog = page.getByRole('dialog');
      await expect(box(texts.worklist.newExamForm.examTitle, dialog)).toBeFocused();
      await hand.type(template);
      await hand.press('Tab');
      await hand.type('CT');
      await hand.choose(
        dialog.getByRole('combobox', { name: texts.worklist.newExamForm.template }),
        template,
      );
      await hand.click(button(texts.worklist.newExamForm.create, dialog));

      const report = page.locator('[role="textbox"][contenteditable="true"]');
      await expect(report).toBeFocused();
      await expectAccessible(page, 'report');
      const fields = report.locator('[data-field]');
      await expect(fields).toHaveCount(answers.length);
      for (const answer of answers) {
        await hand.type(answer);
        // A digit chooses in the list, which then goes on; Enter accepts everything else.
        if (answer !== FIRST_CHOICE) await hand.press('Enter');
      }
      await expect(report).toContainText('11');
      await hand.click(button(texts.editor.sign));
      const gate = page.locator('.gate-panel');
      await expectAccessible(page, 'gate');
      await hand.click(button(texts.editor.sign, gate));
      await expect(page.getByTestId('signature-banner')).toBeVisible();

      const { keys, clicks } = hand.counts;
      console.info(
        `A newcomer (${language}): ${keys} keys and ${clicks} clicks, ${Math.round(hand.seconds())} s.`,
      );
      expect(hand.seconds()).toBeLessThan(SECONDS_MAX);
    });
  });
}

function labelOf(field: Element): string {
  return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? '') : '';
}
