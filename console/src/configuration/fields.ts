import type { ConfigurationDraft } from '@tocsin/contract/configuration-draft.ts'
import type { FieldRules } from '@tocsin/contract/configuration.ts'
import type { Rule } from '@tocsin/contract/creation/incident-values.ts'

/** A configuration, published or being edited. */
export type Configuration = ConfigurationDraft
export type ConfiguredType = Configuration['types'][number]
export type ConfiguredCategory = Configuration['categories'][number]
export type ConfiguredProfile = Configuration['profiles'][number]

export type Field = keyof FieldRules
export type FieldRule<Name extends Field = Field> = NonNullable<ConfiguredProfile['fields'][Name]>

type RulesOf = { [Name in Field]: readonly NonNullable<FieldRules[Name]>['rule'][] }

const every = ['required', 'optional', 'readOnly', 'hidden'] as const
const withoutRequired = ['optional', 'readOnly', 'hidden'] as const

/** The fields of a form, in its order, each with the rules that it may have. */
export const rulesOf: RulesOf = {
  name: every,
  description: every,
  typeId: every,
  categoryId: every,
  priority: every,
  locationId: every,
  pointId: withoutRequired,
  assigneeId: withoutRequired,
  occurredAt: every,
  tags: withoutRequired,
  coordinates: withoutRequired,
}

export const fields = Object.keys(rulesOf) as Field[]
export const rules: readonly Rule[] = every

/** The rule of a field; a field without one is optional. */
export const ruleOf = (profile: ConfiguredProfile, field: Field): Rule => profile.fields[field]?.rule ?? 'optional'
