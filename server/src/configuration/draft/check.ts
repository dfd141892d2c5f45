import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { checkConfiguration } from '@tocsin/contract/rules/check-configuration.ts'
import { normalizeConfiguration } from '@tocsin/contract/rules/normalize-configuration.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { checkShape } from './check-shape.ts'
import { missingDefaults } from '../missing-defaults.ts'

export interface Check {
  /** All violations of the draft. A value that violates the schema is not checked against the other rules. */
  violations: Violation[]
  /** Normalized content that can be published; undefined if there are violations. */
  content?: ConfigurationContent
}

/**
 * Checks if a draft can be published.
 * @returns violations of three kinds: violations of the schema, contradictions between parts of the draft, and defaults
 *   that name a missing or archived location, point or user.
 */
export async function checkDraft(scope: OrganizationScope, draft: ConfigurationDraft): Promise<Check> {
  const normalized = normalizeConfiguration(draft)
  const { content, violations: shapeViolations } = checkShape(normalized)
  const invalidPlaces = new Set(shapeViolations.map(({ pointer }) => pointer))
  const contradictions = checkConfiguration(normalized).filter(({ pointer }) => !invalidPlaces.has(pointer))
  // Do not look up the defaults of a draft that violates the schema, because the ids in the defaults may be malformed.
  if (!content) return { violations: [...shapeViolations, ...contradictions] }

  const violations = [...contradictions, ...(await missingDefaults(scope, content))]
  return violations.length > 0 ? { violations } : { violations, content }
}
