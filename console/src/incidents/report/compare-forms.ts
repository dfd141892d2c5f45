import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import { businessFields, defaultOf, ruleOf } from '@tocsin/contract/rules/incident-values.ts'
import { isSame } from '../../api/is-same.ts'
import { fieldTexts, incidentFormTexts } from '../../texts/incident-form.ts'
import type { Entries } from '../../incident-form/entries.ts'

const texts = incidentFormTexts.revised

/**
 * Lists, for the user, the changes in a newer configuration revision that affect a report started with an older one.
 */
export function compareForms(older: CreationConfiguration, newer: CreationConfiguration, entries: Entries): string[] {
  const typeId = entries.typeId ?? undefined
  const [before, after] = [effectiveProfile(older, typeId), effectiveProfile(newer, typeId)]
  const changes = businessFields.flatMap((field) => {
    const rule = ruleOf(after, field)
    if (ruleOf(before, field) !== rule) return [texts.rule(fieldTexts[field], rule)]
    return isSame(defaultOf(before, field), defaultOf(after, field)) ? [] : [texts.otherDefault(fieldTexts[field])]
  })
  return [
    ...goneFrom(older.types, newer.types, entries.typeId, texts.typeGone),
    ...goneFrom(older.categories, newer.categories, entries.categoryId, texts.categoryGone),
    ...(before.name === after.name ? [] : [texts.otherForm(before.name, after.name)]),
    ...new Set(changes),
  ]
}

interface Selectable {
  id: string
  name: string
  active: boolean
}

function goneFrom(
  older: readonly Selectable[],
  newer: readonly Selectable[],
  chosenId: string | null | undefined,
  sentenceFor: (name: string) => string,
): string[] {
  const chosen = older.find(({ id }) => id === chosenId)
  const isStillActive = newer.some(({ id, active }) => id === chosenId && active)
  return chosen && !isStillActive ? [sentenceFor(chosen.name)] : []
}
