import { checkCreation, type IncidentValues } from '@tocsin/contract/creation/check-creation.ts'
import { checkRelation } from '@tocsin/contract/creation/check-relation.ts'
import type { CreateIncident } from '@tocsin/contract/incident.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { effectiveConfiguration, type EffectiveRevision } from '../configuration/effective.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { checkReferences } from './reference-queries.ts'
import { referenceViolations, type ReferenceViolations } from './reference-violations.ts'

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
    throw refusal(null, [], { broken, missing: [...error.violations, ...missing] }) ?? error
  }
}

/** What is wrong with an input whichever revision governs it. */
export async function judgeUnderAnyRevision(
  scope: OrganizationScope,
  input: CreateIncident,
): Promise<ReferenceViolations> {
  const { configuration } = await effectiveConfiguration(scope, undefined)
  const { locationId = null, pointId = null, assigneeId = null, latitude = null, longitude = null } = input
  const { values } = checkCreation(configuration, input, new Date().toISOString())
  const filled = { ...values, locationId, pointId, assigneeId, latitude, longitude }
  const incomplete = (['latitude', 'longitude'] as const).flatMap((field) =>
    checkRelation(field, { configuration, filled, breaksRule: () => false }),
  )
  const { broken, missing } = referenceViolations(
    await checkReferences(scope, filled, { configuration, isCurrent: false }),
  )
  return { broken: [...incomplete, ...broken], missing }
}

/**
 * What is told of a creation that is refused: what breaks a rule outweighs what does not exist, and both are told.
 * @returns undefined where nothing is wrong.
 */
export function refusal(
  creationConfigVersion: number | null,
  ruleViolations: Violation[],
  { broken, missing }: ReferenceViolations,
): Problem | undefined {
  const violations = [...ruleViolations, ...broken, ...missing]
  if (violations.length === 0) return undefined
  const code = violations.length === missing.length ? 'reference_not_found' : 'invalid_incident'
  return new Problem(code, { violations, creationConfigVersion })
}
