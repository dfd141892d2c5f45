import { Point } from '../api/directory.ts'
import { Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineEvent } from './define.ts'

const { name, locationId } = Point.properties

export const pointCreated = defineEvent({
  kind: 'point.created',
  version: 1,
  meaning: 'A point was added to a location.',
  isInFeed: true,
  data: { pointId: Uuid, locationId, name },
})

export const pointChanged = defineEvent({
  kind: 'point.changed',
  version: 1,
  meaning: 'The name of a point was changed.',
  isInFeed: true,
  data: { pointId: Uuid, changes: changesOf({ name }) },
})

export const pointArchived = defineEvent({
  kind: 'point.archived',
  version: 1,
  meaning: 'A point was archived.',
  isInFeed: true,
  data: { pointId: Uuid },
})

export const pointRestored = defineEvent({
  kind: 'point.restored',
  version: 1,
  meaning: 'An archived point was restored.',
  isInFeed: true,
  data: { pointId: Uuid },
})
