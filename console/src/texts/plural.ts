import { formatNumber } from './format.ts'
import { locale } from './locale.ts'

const rules = new Intl.PluralRules(locale)

/**
 * Returns the text for a number, for example `plural(3, { one: '# incident', other: '# incidents' })`.
 * @param forms texts keyed by plural category; `#` is replaced with the number.
 */
export const plural = (
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string => (forms[rules.select(count)] ?? forms.other).replaceAll('#', formatNumber(count))
