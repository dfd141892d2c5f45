import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { checkConfiguration } from '@tocsin/contract/rules/check-configuration.ts'
import { normalizeConfiguration } from '@tocsin/contract/rules/normalize-configuration.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { checkShape } from './check-shape.ts'
import { missingDefaults } from '../missing-defaults.ts'

export interface Check {
  /** At most one violation of the shape and its consequences for each place. */
  violations: Violation[]
  /** What would be published; undefined when a violation keeps it from being so. */
  content?: ConfigurationContent
}

/**
 * Finds everything that keeps what is being edited from being published: of its shape, of what its parts say of each
 * other, and of the locations, points and users that its defaults name.
 */
export async function checkDraft(scope: OrganizationScope, draft: ConfigurationDraft): Promise<Check> {
  const normalized = normalizeConfiguration(draft)
  const { content, violations: faults } = checkShape(normalized)
  const faulty = new Set(faults.map(({ pointer }) => pointer))
  // How its parts fit can be asked whatever its texts say.
  const contradictions = checkConfiguration(normalized).filter(({ pointer }) => !faulty.has(pointer))
  // Ids that are none cannot be looked up.
  if (!content) return { violations: [...faults, ...contradictions] }

  const violations = [...contradictions, ...(await missingDefaults(scope, content))]
  return violations.length > 0 ? { violations } : { violations, content }
}
