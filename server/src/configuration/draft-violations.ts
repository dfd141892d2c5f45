import { ConfigurationDraft } from '@tocsin/contract/configuration.ts'
import type { UnfinishedConfiguration } from '@tocsin/contract/configuration-draft.ts'
import { checkConfiguration } from '@tocsin/contract/creation/check-configuration.ts'
import { normalizeDraft } from '@tocsin/contract/creation/normalize-draft.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { asViolation } from '../http/problems.ts'
import { ajv } from '../http/validation.ts'
import type { OrganizationScope } from '../scope.ts'
import { missingDefaults } from './missing-defaults.ts'

/**
 * Finds everything that keeps what is being edited from being published: of its shape, of what its parts say of each
 * other, and of the Locations, Points and users that its defaults name.
 * @returns at most one violation of the shape and its consequences for each place.
 */
export async function draftViolations(
  scope: OrganizationScope,
  content: UnfinishedConfiguration,
): Promise<Violation[]> {
  const faults = shapeViolationsOf(content)
  // Of the build of a draft, so that it can be asked how its parts fit, whatever its texts say.
  const draft = normalizeDraft(content as ConfigurationDraft)
  const faulty = new Set(faults.map(({ pointer }) => pointer))
  const contradictions = checkConfiguration(draft).filter(({ pointer }) => !faulty.has(pointer))
  // Ids that are none cannot be looked up.
  if (faults.length > 0) return [...faults, ...contradictions]
  return [...contradictions, ...(await missingDefaults(scope, draft))]
}

/** What the schema of a publishable draft finds wrong with a document, in the words of the API. */
export function shapeViolationsOf(content: unknown): Violation[] {
  const isDraft = ajv.compile<ConfigurationDraft>(ConfigurationDraft)
  if (isDraft(content)) return []
  return (isDraft.errors ?? []).map((fault) => asViolation(fault, 'body'))
}
