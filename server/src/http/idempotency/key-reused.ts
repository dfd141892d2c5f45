import { Problem } from '../../problem.ts'
import type { KeyedRequest } from './write-once.ts'

/** Field of the problem with the id of the resource, keyed by the operation that used the key. */
const fieldOf: Record<string, 'incidentId' | 'commentId' | 'mediaId' | 'endpointId'> = {
  'update-incident': 'incidentId',
  'delete-incident': 'incidentId',
  'restore-incident': 'incidentId',
  'create-comment': 'commentId',
  'update-comment': 'commentId',
  'delete-comment': 'commentId',
  'attach-incident-media': 'mediaId',
  'delete-incident-media': 'mediaId',
  'create-webhook-endpoint': 'endpointId',
  'update-webhook-endpoint': 'endpointId',
  'delete-webhook-endpoint': 'endpointId',
  'rotate-webhook-secret': 'endpointId',
  'pause-webhook-endpoint': 'endpointId',
  'resume-webhook-endpoint': 'endpointId',
  'skip-webhook-event': 'endpointId',
  'replay-webhook-events': 'endpointId',
}

/**
 * Makes the problem for a request whose Idempotency-Key belongs to another request. The problem has the id of the
 * resource that the other request created, changed or deleted.
 */
export function keyReused({ operation, resourceId }: Pick<KeyedRequest, 'operation' | 'resourceId'>): Problem {
  const field = fieldOf[operation]
  return new Problem('idempotency_key_reused', field && { [field]: resourceId })
}
