import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { checkShape } from '../../configuration/draft/check-shape.ts'
import { parseStrictly } from '../../http/bodies/json-body.ts'
import { Problem } from '../../problem.ts'
import { decodeDocument } from '../decode-document.ts'

/**
 * Reads a creation configuration from a JSON document, as strictly as the API reads request bodies. Ignores `revision`
 * and `publishedAt`, so that the output of `configuration show` can be published.
 * @throws Problem with every violation of the schema.
 * @throws Error for a document that is neither UTF-8 nor UTF-16 with a byte order mark.
 */
export function readContent(document: Buffer): ConfigurationContent {
  const valueViolations: Violation[] = []
  const { content, violations } = checkShape(withoutPublication(parse(document, valueViolations)))
  if (content && valueViolations.length === 0) return content
  throw new Problem('invalid_request', {
    detail: 'The document is not a creation configuration.',
    violations: [...valueViolations, ...violations],
  })
}

function parse(document: Buffer, violations: Violation[]): unknown {
  const text = decodeDocument(document, 'The document')
  try {
    return parseStrictly(Buffer.from(text), violations)
  } catch (error) {
    const { message } = error as Error
    throw new Problem('malformed_json', { detail: `The document cannot be read as JSON: ${message}`, cause: error })
  }
}

function withoutPublication(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  const { revision: _revision, publishedAt: _publishedAt, ...others } = content as Record<string, unknown>
  return others
}
