import { checkCreation, type IncidentValues } from '@tocsin/contract/creation/check-creation.ts'
import { checkCoordinates } from '@tocsin/contract/creation/check-relation.ts'
import type { CreateIncident } from '@tocsin/contract/incident.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { effectiveConfiguration, type EffectiveRevision } from '../configuration/effective.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { referenceFaults, refusal, type Faults } from './faults.ts'
import { findReferenceStates } from './reference-queries.ts'

interface Judgement {
  effective: EffectiveRevision
  values: IncidentValues
  violations: Violation[]
}

/**
 * Judges a creation by the rules of the revision that it names; what it refers to is looked up elsewhere.
 * @throws Problem of a revision that was never published, with what is wrong under every revision; or what
 *   `effectiveConfiguration` throws else.
 */
export async function judgeByRules(scope: OrganizationScope, input: CreateIncident): Promise<Judgement> {
  const effective = await governingRevision(scope, input)
  return { effective, ...checkCreation(effective.configuration, input, new Date().toISOString()) }
}

async function governingRevision(scope: OrganizationScope, input: CreateIncident): Promise<EffectiveRevision> {
  try {
    return await effectiveConfiguration(scope, input.configVersion)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'reference_not_found') throw error
    const { broken, missing } = await judgeUnderAnyRevision(scope, input)
    const faults = { broken, missing: [...error.violations, ...missing] }
    throw refusal('invalid_incident', faults, { creationConfigVersion: null }) ?? error
  }
}

/** What is wrong with an input whichever revision governs it: half a pair of coordinates, references to nothing. */
export async function judgeUnderAnyRevision(scope: OrganizationScope, input: CreateIncident): Promise<Faults> {
  const { locationId = null, pointId = null, assigneeId = null, latitude = null, longitude = null } = input
  const states = await findReferenceStates(scope, { locationId, pointId, assigneeId }, { refusesArchived: false })
  const { broken, missing } = referenceFaults(states)
  return { broken: [...checkCoordinates({ latitude, longitude }), ...broken], missing }
}
