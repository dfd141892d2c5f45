import { formatNumber } from './format.ts'
import { locale } from './locale.ts'

const rules = new Intl.PluralRules(locale)

/**
 * Chooses the form of a text that goes with a number: `plural(3, { one: '# Incident', other: '# Incidents' })`.
 * @param forms by plural category; `#` stands for the number.
 */
export const plural = (
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string => (forms[rules.select(count)] ?? forms.other).replaceAll('#', formatNumber(count))
