import { checkCreation, type IncidentValues } from '@tocsin/contract/rules/check-creation.ts'
import { checkCoordinates } from '@tocsin/contract/rules/check-relation.ts'
import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { effectiveConfiguration, forgetCurrentRevision, type EffectiveRevision } from '../../configuration/effective.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { referenceViolations, refusal, type Faults } from './violations.ts'
import { findReferenceStates, type ReferenceCheck } from './reference-queries.ts'

export interface Check {
  effective: EffectiveRevision
  values: IncidentValues
  violations: Violation[]
}

/**
 * Judges a creation by the rules of the revision that it names, and again when that was replaced before `settle` was done.
 * @param settle stores what the rules made of the input, or looks up what it refers to.
 * @returns the judgement, and what `settle` found.
 * @throws Problem what `effectiveConfiguration` throws, with whatever else is wrong under every revision.
 */
export async function judge<Outcome extends ReferenceCheck>(
  scope: OrganizationScope,
  input: CreateIncident,
  settle: (judgement: Check) => Promise<Outcome>,
): Promise<Check & { outcome: Outcome }> {
  for (;;) {
    const effective = await governingRevision(scope, input)
    const judgement = { effective, ...checkCreation(effective.configuration, input, new Date().toISOString()) }
    const outcome = await settle(judgement)
    if (!outcome.isStale) return { ...judgement, outcome }
    forgetCurrentRevision(scope)
  }
}

async function governingRevision(scope: OrganizationScope, input: CreateIncident): Promise<EffectiveRevision> {
  try {
    return await effectiveConfiguration(scope, input.configVersion)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw withMoreFaults(error, await checkUnderAnyRevision(scope, input))
  }
}

/** Too old a revision stays what is wrong in the first place; one that never was is a reference like others. */
function withMoreFaults(problem: Problem, { broken, missing }: Faults): Problem {
  const { code, message: detail, violations, extensions } = problem
  if (code === 'configuration_revision_too_old') {
    return new Problem(code, { detail, violations: [...violations, ...broken, ...missing], ...extensions })
  }
  const faults = { broken, missing: [...violations, ...missing] }
  return refusal('invalid_incident', faults, { creationConfigVersion: null }) ?? problem
}

/** What is wrong with an input whichever revision governs it: half a pair of coordinates, references to nothing. */
export async function checkUnderAnyRevision(scope: OrganizationScope, input: CreateIncident): Promise<Faults> {
  const { locationId = null, pointId = null, assigneeId = null, latitude = null, longitude = null } = input
  const states = await findReferenceStates(scope, { locationId, pointId, assigneeId }, { refusesArchived: false })
  const { broken, missing } = referenceViolations(states)
  return { broken: [...checkCoordinates({ latitude, longitude }), ...broken], missing }
}
