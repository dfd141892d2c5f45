import { checkCreation } from '@tocsin/contract/creation/check-creation.ts'
import { normalizeCreation } from '@tocsin/contract/creation/normalize-creation.ts'
import { CreateIncident } from '@tocsin/contract/incident.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { v7 as uuidv7 } from 'uuid'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { governingRevision, prepareCreation } from './create.ts'
import { checkReferences } from './insert-queries.ts'
import { referenceViolations } from './reference-violations.ts'

/**
 * Refuses a body whose shape is wrong, and judges the well-formed rest of it all the same, so that the caller hears of
 * every violation at once.
 * @param body whatever was sent.
 * @param shapeViolations what the schema found, at least one.
 * @throws Problem `invalid_incident`, always.
 */
export async function refuseMalformed(
  scope: OrganizationScope,
  body: unknown,
  shapeViolations: Violation[],
): Promise<never> {
  const malformed = new Set(shapeViolations.map(fieldOf))
  const input = wellFormedPart(body, malformed)
  const judged = await judge(scope, input)
  const violations = [
    ...shapeViolations,
    ...judged.violations.filter((violation) => !malformed.has(fieldOf(violation))),
  ]
  throw new Problem('invalid_incident', { violations, creationConfigVersion: judged.revision })
}

const fieldOf = ({ pointer = '' }: Violation): string => pointer.split('/', 2)[1] ?? ''

/** The fields that are as they should be; the clientRequestId plays no part in the rules. */
function wellFormedPart(body: unknown, malformed: Set<string>): CreateIncident {
  const fields = Object.entries(body ?? {}).filter(
    ([name]) => Object.hasOwn(CreateIncident.properties, name) && !malformed.has(name),
  )
  return normalizeCreation({ clientRequestId: uuidv7(), ...Object.fromEntries(fields) })
}

async function judge(
  scope: OrganizationScope,
  input: CreateIncident,
): Promise<{ violations: Violation[]; revision: number | null }> {
  try {
    const effective = await governingRevision(scope, input)
    const { values, violations } = checkCreation(effective.configuration, input, new Date().toISOString())
    const creation = prepareCreation(scope, effective, input, values)
    const { broken, missing } = referenceViolations(await checkReferences(scope, creation))
    return { violations: [...violations, ...broken, ...missing], revision: effective.configuration.revision }
  } catch (error) {
    if (error instanceof Problem) return { violations: error.violations, revision: null }
    throw error
  }
}
