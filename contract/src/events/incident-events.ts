import Type from 'typebox'
import { IncidentResponse } from '../api/incident.ts'
import { Uuid } from '../scalars.ts'
import { changesOf } from './changes.ts'
import { defineIncidentEvent } from './define.ts'

const { name, description, typeId, categoryId, priority, stateId, locationId, pointId, assigneeId, ...others } =
  IncidentResponse.properties
const { occurredAt, tags, latitude, longitude, externalId } = others

/** Version that an incident has after the recorded change. */
export const IncidentVersion = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'Version of the incident after the change; null for changes from before incidents had versions.',
})

export const incidentCreated = defineIncidentEvent({
  kind: 'incident.created',
  version: 1,
  meaning: 'An incident was created.',
  isInFeed: true,
  data: {
    clientRequestId: Uuid,
    stateId: Type.String({ format: 'uuid', description: 'State in which the incident started.' }),
  },
})

export const incidentChanged = defineIncidentEvent({
  kind: 'incident.changed',
  version: 1,
  meaning: 'Fields of an incident were changed. A move to another state and an assignment are changes, too.',
  isInFeed: true,
  data: {
    changes: changesOf({
      name,
      description,
      typeId,
      categoryId,
      priority,
      stateId,
      locationId,
      pointId,
      assigneeId,
      occurredAt,
      tags,
      latitude,
      longitude,
      externalId,
    }),
    version: IncidentVersion,
  },
})

export const incidentDeleted = defineIncidentEvent({
  kind: 'incident.deleted',
  version: 1,
  meaning: 'An incident was deleted, and with it its comments and files.',
  isInFeed: true,
  data: { version: IncidentVersion },
})

export const incidentRestored = defineIncidentEvent({
  kind: 'incident.restored',
  version: 1,
  meaning:
    'A deleted incident was restored, and with it its comments and files. It moved to another state if its state had ' +
    'been removed from the workflow.',
  isInFeed: true,
  data: { changes: Type.Optional(changesOf({ stateId })), version: IncidentVersion },
})
