import { Location } from '../api/directory.ts'
import { Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineEvent } from './define.ts'

const { name, externalId } = Location.properties

export const locationCreated = defineEvent({
  kind: 'location.created',
  version: 1,
  meaning: 'A location was added.',
  isInFeed: true,
  data: { locationId: Uuid, name, externalId },
})

export const locationChanged = defineEvent({
  kind: 'location.changed',
  version: 1,
  meaning: 'The name or external id of a location was changed.',
  isInFeed: true,
  data: { locationId: Uuid, changes: changesOf({ name, externalId }) },
})

export const locationArchived = defineEvent({
  kind: 'location.archived',
  version: 1,
  meaning: 'A location was archived.',
  isInFeed: true,
  data: { locationId: Uuid },
})

export const locationRestored = defineEvent({
  kind: 'location.restored',
  version: 1,
  meaning: 'An archived location was restored.',
  isInFeed: true,
  data: { locationId: Uuid },
})
