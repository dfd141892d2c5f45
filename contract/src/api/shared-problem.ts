import type { ProblemEntry } from './problem.ts'

/** The problems of the external API, most of which the console's shares. */
export const sharedProblems = {
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    documentation: 'The body could not be read as JSON. `detail` says where reading stopped.',
  },
  invalid_encoding: {
    status: 400,
    title: 'The body is not valid UTF-8',
    documentation: 'JSON is sent as UTF-8, and not compressed. Check how the body is encoded before it is sent.',
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
      'A JSON body may have at most 1 MiB and 32,768 values; before sign-in to the console, 16 KiB. `detail` says which limit was reached.',
  },
  unsupported_content_type: {
    status: 400,
    title: 'The content type is not supported',
    documentation:
      'Bodies are sent as `Content-Type: application/json`, uploads as `multipart/form-data`. A request whose ' +
      'operation needs a body must name one of them.',
  },
  bad_request_line: {
    status: 400,
    title: 'The request could not be read',
    documentation:
      'The request line or the headers are not valid HTTP: a header without a colon, for example, or headers of more ' +
      'than 64 KiB.',
  },
  invalid_request: {
    status: 400,
    title: 'The request breaks a rule',
    documentation:
      'One or more values in the path, query or body break a rule. `errors` names every one of them; of more than 100 it ' +
      'names 100, and `detail` ends with their number.',
  },
  invalid_incident: {
    status: 400,
    title: 'The Incident cannot be created as sent',
    documentation:
      'One or more fields have the wrong shape or break the rules of the effective creation configuration. `errors` ' +
      'names every one of them, `creationConfigVersion` the revision that was used. The clientRequestId is not used up: correct the body and ' +
      'send it again with the same one.',
  },
  client_request_id_reused: {
    status: 400,
    title: 'The clientRequestId belongs to another creation',
    documentation:
      'An Incident was already created with this clientRequestId and a different body; `incidentId` names it. A ' +
      'retry must repeat its body; a new Incident needs a new clientRequestId.',
  },
  idempotency_key_reused: {
    status: 400,
    title: 'The Idempotency-Key belongs to another request',
    documentation:
      'A Comment or a file was already created with this Idempotency-Key and a different body; `commentId` or ' +
      '`mediaId` names it. A retry must repeat its body; a new Comment or file needs a new key.',
  },
  configuration_revision_too_old: {
    status: 400,
    title: 'The configuration revision is too old',
    documentation:
      'The organization no longer accepts creations under a revision that was replaced this long ago. Fetch the ' +
      'current configuration, correct the Incident where needed and send it with the new revision.',
  },
  comment_not_from_api: {
    status: 400,
    title: 'The Comment was not created through this API',
    documentation: 'Only Comments that were created through this API can be updated or deleted through it.',
  },
  file_missing: {
    status: 400,
    title: 'The upload contains no file',
    documentation: 'Send exactly one file part, in a field named `file`, as `multipart/form-data`.',
  },
  file_too_large: {
    status: 400,
    title: 'The file is too large',
    documentation: 'The file is larger than this server accepts (25 MiB unless the operator chose otherwise).',
  },
  unauthorized: {
    status: 401,
    title: 'The API key is missing or not accepted',
    documentation:
      'Send the header `x-api-key` with a key that exists, has not expired and has not been revoked. The answer is ' +
      'the same in each case, so that it reveals nothing about other keys.',
  },
  insufficient_scope: {
    status: 401,
    title: 'The API key may not do this',
    documentation: 'The key lacks the scope that the operation needs: `read` for reading, `write` for writing.',
  },
  download_url_refused: {
    status: 403,
    title: 'The download address is not valid',
    documentation:
      'The address was changed or its 15 minutes are over. Request a new one; if that is refused as well, the servers of ' +
      'the operator sign with different secrets (`SIGNING_SECRET`).',
  },
  route_not_found: {
    status: 404,
    title: 'There is no such operation',
    documentation: 'No operation has this method and path. The list of operations is at /openapi.json and /docs.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The address has no operation with this method',
    documentation: 'The header `Allow` lists the methods that the address has.',
  },
  reference_not_found: {
    status: 404,
    title: 'Something the request refers to does not exist',
    documentation:
      'One or more well-formed identifiers refer to nothing in this organization. `errors` names every one of them.',
  },
  incident_not_found: {
    status: 404,
    title: 'There is no such Incident',
    documentation: 'The organization has no Incident with this identifier, or it was deleted.',
  },
  comment_not_found: {
    status: 404,
    title: 'There is no such Comment',
    documentation: 'The organization has no Comment with this identifier, or it or its Incident was deleted.',
  },
  media_not_found: {
    status: 404,
    title: 'There is no such file',
    documentation: 'No file with this identifier is attached to the Incident or Comment that the path names.',
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
      'The request names with `If-Match` or `If-Unmodified-Since` another version of what it asks for than there is now. ' +
      'Ask again without the header to get the current one.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    documentation:
      'The operator limits the number of requests per minute and key. Wait as long as `Retry-After` says. The limit is ' +
      'off by default.',
  },
  internal_error: {
    status: 500,
    title: 'The server failed',
    documentation:
      'A fault in the server; it is not known whether anything was stored. Report the `requestId` to the operator. A ' +
      'creation may be repeated with the same clientRequestId, a Comment or an upload with the same Idempotency-Key.',
  },
  unavailable: {
    status: 503,
    title: 'The service is temporarily unavailable',
    documentation:
      'The database cannot be reached or takes too long, files cannot be stored, or the server is overloaded or ' +
      'shutting down. Wait as long as `Retry-After` says and repeat the request; with the same clientRequestId nothing is ' +
      'created twice.',
  },
} as const satisfies Record<string, ProblemEntry>
