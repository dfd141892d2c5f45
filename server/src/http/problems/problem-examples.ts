import type { ProblemCode, ProblemDetails, Violation } from '@tocsin/contract/api/problem.ts'
import { Problem, violationAt } from '../../problem.ts'

const violationsOf: Partial<Record<ProblemCode, Violation[]>> = {
  invalid_request: [{ parameter: 'limit', code: 'invalid_value', message: 'limit must be an integer from 1 to 200.' }],
  invalid_incident: [
    violationAt('/stateId', 'field_not_allowed', 'stateId is not a field that may be sent.'),
    violationAt('/categoryId', 'category_not_in_type'),
  ],
  reference_not_found: [violationAt('/locationId', 'location_not_found')],
}

const extensionsOf: Partial<Record<ProblemCode, Partial<ProblemDetails>>> = {
  invalid_incident: { creationConfigVersion: 2 },
  reference_not_found: { creationConfigVersion: 2 },
  configuration_revision_too_old: { creationConfigVersion: 1 },
  client_request_id_reused: { incidentId: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77', creationConfigVersion: 2 },
  idempotency_key_reused: { commentId: '0199a3c4-61a0-7f0e-8d3c-5b1d9e7a4f02' },
}

/** Builds an example of a response body with a problem code, for the OpenAPI document. */
export const exampleOf = (code: ProblemCode): ProblemDetails =>
  new Problem(code, { violations: violationsOf[code] ?? [], ...extensionsOf[code] }).toDetails(
    '3c8e1f52-7b2f-4e11-b0c9-0c4d8f6e2a15',
  )
