import type {
  ConfigurationCategory,
  ConfigurationContent,
  ConfigurationType,
  FieldRules,
} from '../api/configuration.ts'
import type { CreateIncident } from '../api/incident.ts'
import { checkCreation } from '../rules/check-creation.ts'

const types: ConfigurationType[] = [
  { id: 'fire', name: 'Fire', active: true, profileId: null },
  { id: 'theft', name: 'Theft', active: true, profileId: 'theft-form' },
  { id: 'flood', name: 'Flood', active: false, profileId: null },
]

const categories: ConfigurationCategory[] = [
  { id: 'smoke', typeId: 'fire', name: 'Smoke', active: true },
  { id: 'blaze', typeId: 'fire', name: 'Blaze', active: false },
  { id: 'burglary', typeId: 'theft', name: 'Burglary', active: true },
  { id: 'drain', typeId: 'flood', name: 'Drain', active: true },
]

/** Returns a configuration with readable ids. The type Theft has its own profile. The type Flood is inactive. */
export const configured = (fields: FieldRules, theftFields: FieldRules = {}): ConfigurationContent => ({
  types,
  categories,
  profiles: [
    { id: 'standard', name: 'Standard', fields },
    { id: 'theft-form', name: 'Theft form', fields: theftFields },
  ],
  defaultProfileId: 'standard',
})

export const receivedAt = '2026-06-01T12:00:00.000Z'

/** Checks a creation. In the result, `found` lists each violation in a short form, for example `/name required`. */
export function check(configuration: ConfigurationContent, body: Omit<CreateIncident, 'clientRequestId'>) {
  const { values, violations } = checkCreation(configuration, { clientRequestId: 'request', ...body }, receivedAt)
  return { values, violations, found: violations.map(({ pointer, code }) => `${pointer} ${code}`) }
}
