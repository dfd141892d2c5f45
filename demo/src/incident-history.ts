import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Changes } from '@tocsin/contract/events/changes.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Random } from './random.ts'
import { dayMs, hourMs } from './incident-story.ts'

type IncidentChanges = Changes<Pick<IncidentResponse, 'assigneeId' | 'stateId'>>

/** Changes of one incident after its creation, and the values after the last change. */
export interface History {
  id: Uuid
  createdAt: string
  lastModifiedAt: string
  assigneeId: Uuid | null
  stateId: Uuid
  changes: { at: string; actorId: Uuid; changes: IncidentChanges }[]
}

interface Reported {
  id: Uuid
  stateId: Uuid
  assigneeId: Uuid | null
  ageMs: number
}

/**
 * Invents the work on an incident: its assignee and its transitions. On average, an older incident has more
 * transitions.
 * @param stateIds ids of the states in the order of the workflow, the initial state first.
 */
export function incidentHistory(
  random: Random,
  incident: Reported,
  stateIds: Uuid[],
  staff: Uuid[],
  nowMs: number,
): History {
  const reportedAgeMs = incident.ageMs - random.between(1, 8) * 60_000
  const stages = stagesReached(random, incident.ageMs, stateIds.length)
  const assigneeId = incident.assigneeId ?? (stages > 0 || random.chance(0.3) ? random.pick(staff) : null)
  const at = (stage: number): string => {
    const pause = Math.min(reportedAgeMs, 4 * dayMs) / (stateIds.length + 1)
    return new Date(nowMs - reportedAgeMs + pause * stage).toISOString()
  }

  const changes: History['changes'] = []
  if (assigneeId !== incident.assigneeId) {
    const actorId = random.pick(staff)
    changes.push({ at: at(0.5), actorId, changes: { assigneeId: [incident.assigneeId, assigneeId] } })
  }
  for (let stage = 1; stage <= stages; stage++) {
    const actorId = assigneeId ?? random.pick(staff)
    changes.push({ at: at(stage), actorId, changes: { stateId: [stateIds[stage - 1]!, stateIds[stage]!] } })
  }
  return {
    id: incident.id,
    createdAt: at(0),
    lastModifiedAt: changes.at(-1)?.at ?? at(0),
    assigneeId,
    stateId: stateIds[stages] ?? incident.stateId,
    changes,
  }
}

/** Picks a random number of transitions for an incident of this age. */
function stagesReached(random: Random, ageMs: number, states: number): number {
  const last = states - 1
  if (ageMs > 21 * dayMs) return random.pick([last, last, last, last, last, last, last, last - 1, 1])
  if (ageMs > 7 * dayMs) return random.pick([last, last, last, 2, 2, 1, 1, 0])
  if (ageMs > 2 * dayMs) return random.pick([last, 2, 2, 1, 1, 0, 0])
  return random.pick(ageMs > 3 * hourMs ? [2, 1, 0, 0] : [0])
}
