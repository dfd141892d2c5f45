import type { Configuration } from '../../src/configuration/fields.ts'

/** Returns a configuration draft for unit tests. The ids in the draft are words such as `fire` instead of UUIDs. */
export const exampleDraft = (): Configuration => ({
  types: [
    { id: 'fire', name: 'Fire', active: true, profileId: null },
    { id: 'theft', name: 'Theft', active: true, profileId: 'strict' },
    { id: 'flood', name: 'Flood', active: false, profileId: null },
  ],
  categories: [
    { id: 'smoke', typeId: 'fire', name: 'Smoke', active: true },
    { id: 'burglary', typeId: 'theft', name: 'Burglary', active: true },
    { id: 'blaze', typeId: 'fire', name: 'Blaze', active: true },
  ],
  profiles: [
    { id: 'standard', name: 'Standard', fields: { name: { rule: 'required' } } },
    { id: 'strict', name: 'Strict', fields: { priority: { rule: 'readOnly', default: 'MAJOR' } } },
  ],
  defaultProfileId: 'standard',
})
