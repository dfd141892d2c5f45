const messages = {
  not_prepared: 'No creation configuration is cached yet: call refresh() while online.',
  client_request_id_reused: 'The queue has a different creation with this clientRequestId.',
  idempotency_key_reused: 'The queue has something different with this idempotencyKey.',
  unknown_incident: 'The queue has no creation with this clientRequestId.',
  unknown_entry: 'The queue has no such entry.',
  not_parked: 'The entry is not parked.',
  not_editable: 'A file cannot be edited: drop it and attach another.',
  may_have_arrived: 'The entry may have arrived; drop it with mayHaveArrived, or once it is parked.',
  busy: 'The queue is being flushed; try again when that is done.',
} as const

export type QueueErrorCode = keyof typeof messages

/** The queue cannot carry out a call; `code` gives the reason. */
export class QueueError extends Error {
  override readonly name = 'QueueError'
  readonly code: QueueErrorCode

  constructor(code: QueueErrorCode) {
    super(messages[code])
    this.code = code
  }
}
