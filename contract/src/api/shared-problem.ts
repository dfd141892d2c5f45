import { incidentFilesMaximum } from '../limits.ts'
import type { ProblemEntry } from './problem.ts'

/** Problems of the external API. Most of them are also problems of the console API. */
export const sharedProblems = {
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    documentation: 'The body could not be parsed as JSON. `detail` shows the place of the error.',
  },
  invalid_encoding: {
    status: 400,
    title: 'The body is not valid UTF-8',
    documentation: 'Send JSON as UTF-8, without compression. Check the encoding of the body.',
  },
  nesting_too_deep: {
    status: 400,
    title: 'The body is nested too deeply',
    documentation: 'Arrays and objects may be nested at most 32 deep.',
  },
  body_too_large: {
    status: 400,
    title: 'The body is too large',
    documentation:
      'A JSON body may have at most 1 MiB, a batch of incidents 4 MiB, and a body before sign-in to the console 16 ' +
      'KiB. A body may have at most 32,768 values, and each object in it 10,000 fields. `detail` names the exceeded limit.',
  },
  unsupported_content_type: {
    status: 400,
    title: 'The content type is not supported',
    documentation:
      'Send bodies as `Content-Type: application/json` and uploads as `multipart/form-data`. A request for an operation ' +
      'that needs a body must have one of these content types.',
  },
  bad_request_line: {
    status: 400,
    title: 'The request could not be read',
    documentation:
      'The request line or the headers are not valid HTTP. Examples: a header without a colon, headers of more than ' +
      '64 KiB.',
  },
  invalid_request: {
    status: 400,
    title: 'The request breaks a rule',
    documentation:
      'One or more values in the path, query or body break a rule. `errors` lists all violations. With more than 100, it ' +
      'lists the first 100 and `detail` ends with the total.',
  },
  invalid_incident: {
    status: 400,
    title: 'The incident cannot be created as sent',
    documentation:
      'One or more fields have the wrong shape or break the rules of the effective creation configuration. `errors` ' +
      'lists all violations; `creationConfigVersion` is the revision that was used. Correct the body and send it again. ' +
      'The same clientRequestId can be used again.',
  },
  client_request_id_reused: {
    status: 400,
    title: 'The clientRequestId belongs to another creation',
    documentation:
      'An incident was already created with this clientRequestId and a different body. `incidentId` identifies it. ' +
      'Repeat the same body in a retry; use a new clientRequestId for a new incident.',
  },
  idempotency_key_reused: {
    status: 400,
    title: 'The Idempotency-Key belongs to another request',
    documentation:
      'An earlier request had this Idempotency-Key and another operation, address or body. `incidentId`, `commentId`, ' +
      '`mediaId` or `endpointId` identifies what it created, changed or deleted. Repeat the same request in a retry; use ' +
      'a new key for a new request.',
  },
  configuration_revision_too_old: {
    status: 400,
    title: 'The configuration revision is too old',
    documentation:
      'The organization limits the age of replaced revisions, and this revision is older. Fetch the current ' +
      'configuration, correct the incident where needed and send it with the current revision.',
  },
  transition_not_allowed: {
    status: 400,
    title: 'The workflow does not allow this transition',
    documentation:
      'The workflow does not allow a move from the current state to this state. `nextStates` lists the allowed states. ' +
      'Another user may have moved the incident in the meantime: read it again.',
  },
  position_unknown: {
    status: 400,
    title: 'The feed does not have this position',
    documentation:
      'The position belongs to another epoch of the feed, lies beyond the newest event, or is malformed. A new epoch ' +
      'begins after the database was restored. Read the lists again and follow from their `Tocsin-Feed-Position`.',
  },
  position_expired: {
    status: 400,
    title: 'The feed no longer reaches back to this position',
    documentation: 'The feed reaches back 30 days. Read the lists again and follow from their `Tocsin-Feed-Position`.',
  },
  webhook_endpoint_not_found: {
    status: 404,
    title: 'The webhook endpoint does not exist',
    documentation: 'The organization has no webhook endpoint with this identifier, or the endpoint is deleted.',
  },
  webhook_event_not_held: {
    status: 400,
    title: 'The endpoint does not hold this event back',
    documentation:
      'Only an event whose delivery has failed can be skipped. It may have been delivered or skipped in the meantime; ' +
      'the attempts of the endpoint show it.',
  },
  too_many_webhook_endpoints: {
    status: 400,
    title: 'The organization has too many webhook endpoints',
    documentation: 'An organization can have 50 webhook endpoints. Delete one that is no longer used.',
  },
  comment_not_from_api: {
    status: 400,
    title: 'The comment was not created through this API',
    documentation: 'Only comments that were created through this API can be updated or deleted through it.',
  },
  file_missing: {
    status: 400,
    title: 'The upload contains no file',
    documentation: 'Send exactly one file part, in a field named `file`, as `multipart/form-data`.',
  },
  file_too_large: {
    status: 400,
    title: 'The file is too large',
    documentation: 'The file exceeds the limit of this server (25 MiB by default).',
  },
  too_many_incident_files: {
    status: 400,
    title: 'The incident has too many files',
    documentation:
      `An incident can have ${incidentFilesMaximum.toLocaleString('en')} files. Nothing was stored. Delete files ` +
      'that are no longer needed.',
  },
  unauthorized: {
    status: 401,
    title: 'The API key is missing or not accepted',
    documentation:
      'Send the header `x-api-key` with a key that exists, has not expired and has not been revoked. The response is the ' +
      'same for unknown, expired and revoked keys, so that it reveals nothing about other keys.',
  },
  insufficient_scope: {
    status: 401,
    title: 'The API key may not do this',
    documentation:
      'The key lacks the scope of the operation: `read` for reading, `write` for writing, `webhooks` for webhook ' +
      'endpoints.',
  },
  download_url_refused: {
    status: 403,
    title: 'The download address is not valid',
    documentation:
      'The address was changed, or it has expired after 15 minutes. Request a new one. If a new address is rejected as ' +
      'well, the servers sign with different secrets: the operator must set the same `SIGNING_SECRET` on all of them.',
  },
  route_not_found: {
    status: 404,
    title: 'There is no such operation',
    documentation: 'No operation has this method and path. /openapi.json and /docs list all operations.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The address has no operation with this method',
    documentation: 'The header `Allow` lists the methods of the address.',
  },
  reference_not_found: {
    status: 404,
    title: 'A referenced object does not exist',
    documentation:
      'One or more well-formed identifiers refer to nothing in this organization. `errors` lists all of them.',
  },
  incident_not_found: {
    status: 404,
    title: 'There is no such incident',
    documentation: 'The organization has no incident with this identifier, or it was deleted.',
  },
  comment_not_found: {
    status: 404,
    title: 'There is no such comment',
    documentation: 'The organization has no comment with this identifier, or it or its incident was deleted.',
  },
  media_not_found: {
    status: 404,
    title: 'There is no such file',
    documentation: 'No file with this identifier is attached to the incident or comment in the path.',
  },
  configuration_not_found: {
    status: 404,
    title: 'There is no such configuration revision',
    documentation: 'The organization has published no revision with this number.',
  },
  precondition_failed: {
    status: 412,
    title: 'A precondition does not hold',
    documentation:
      'The current version of the resource differs from the one in `If-Match` or `If-Unmodified-Since`. Repeat the ' +
      'request without the header to get the current version.',
  },
  incident_changed: {
    status: 412,
    title: 'The incident has changed in the meantime',
    documentation:
      'The incident no longer has the version in `If-Match`. `currentVersion` is its version now, and `changedFields` ' +
      'lists the fields that have changed since, if they are known. Nothing was stored. Read the incident again and ' +
      'repeat the change if it still applies.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    documentation:
      'The operator limits the requests per minute of each key. Wait for the seconds in `Retry-After`. The limit is off ' +
      'by default.',
  },
  internal_error: {
    status: 500,
    title: 'The server failed',
    documentation:
      'The server has an error. The request may or may not have been stored. Report the `requestId` to the operator. It ' +
      'is safe to repeat a creation with the same clientRequestId, and any other write with the same Idempotency-Key.',
  },
  unavailable: {
    status: 503,
    title: 'The service is temporarily unavailable',
    documentation:
      'The database cannot be reached or takes too long, files cannot be stored, or the server is overloaded or ' +
      'shutting down. Wait for the seconds in `Retry-After`, then repeat the request. With the same clientRequestId ' +
      'or Idempotency-Key nothing is done twice.',
  },
} as const satisfies Record<string, ProblemEntry>
