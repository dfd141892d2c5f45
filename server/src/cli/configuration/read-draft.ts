import type { ConfigurationDraft } from '@tocsin/contract/configuration.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { shapeViolationsOf } from '../../configuration/draft-violations.ts'
import { parseStrictly } from '../../http/json-body.ts'
import { Problem } from '../../problem.ts'

/**
 * Reads a draft as strictly as the API reads bodies. What a published revision has besides is left out, so that one can
 * be published again as it was shown.
 * @throws Problem naming everything that is wrong with its shape.
 */
export function readDraft(document: Buffer): ConfigurationDraft {
  const violations: Violation[] = []
  const content = withoutPublication(parse(document, violations))
  const ofShape = shapeViolationsOf(content)
  if (ofShape.length === 0 && violations.length === 0) return content as ConfigurationDraft
  throw new Problem('invalid_request', {
    detail: 'The document is not a creation configuration.',
    violations: [...violations, ...ofShape],
  })
}

function parse(document: Buffer, violations: Violation[]): unknown {
  try {
    return parseStrictly(document, violations)
  } catch (error) {
    const { message } = error as Error
    throw new Problem('malformed_json', { detail: `The document cannot be read as JSON: ${message}`, cause: error })
  }
}

function withoutPublication(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  const { revision: _revision, publishedAt: _publishedAt, ...draft } = content as Record<string, unknown>
  return draft
}
