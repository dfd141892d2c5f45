import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { FieldRules } from '@tocsin/contract/api/configuration.ts'
import { rulesOf } from '@tocsin/contract/rules/incident-values.ts'

/** Content of a creation configuration: of a published revision or of a draft. */
export type Configuration = ConfigurationDraft
export type ConfiguredType = Configuration['types'][number]
export type ConfiguredCategory = Configuration['categories'][number]
export type ConfiguredProfile = Configuration['profiles'][number]

export type Field = keyof FieldRules
export type FieldRule<Name extends Field = Field> = NonNullable<ConfiguredProfile['fields'][Name]>

/** Fields of the incident form, in the order of the form. */
export const fields = Object.keys(rulesOf) as Field[]
