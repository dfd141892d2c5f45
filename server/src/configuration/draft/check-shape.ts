import { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { asViolation } from '../../http/problems/shape-violations.ts'
import { ajv } from '../../http/problems/validation.ts'

/**
 * Checks a document against the schema of a configuration that can be published.
 * @returns the document as `content` if it is valid, otherwise the violations, worded as in responses of the API.
 */
export function checkShape(document: unknown): { content?: ConfigurationContent; violations: Violation[] } {
  const isContent = ajv.compile<ConfigurationContent>(ConfigurationContent)
  if (isContent(document)) return { content: document, violations: [] }
  return { violations: (isContent.errors ?? []).map((error) => asViolation(error)) }
}
