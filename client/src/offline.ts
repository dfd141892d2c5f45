/** Exports of the entry point `@tocsin/client/offline`. */
export { checkIncident } from './offline/rules/check-incident.ts'
export type { CheckedIncident, IncidentValues, Rules } from './offline/rules/check-incident.ts'
export type { References } from './offline/rules/check-references.ts'
export type { Cached } from './offline/cache.ts'
export type { OfflineIncident } from './offline/compose.ts'
export type {
  ChangeEntry,
  CommentEntry,
  CreationEntry,
  DamageCode,
  DamagedEntry,
  FileEntry,
  IncidentReference,
  ParkingProblem,
  QueuedValues,
  QueueEntry,
} from './offline/entry.ts'
export type { FlushProgress, FlushResult, QueueEvents, SentEntry } from './offline/events.ts'
export type { QueueChangeOptions, QueueFileOptions, QueueOptions } from './offline/intake.ts'
export { QueueError, type QueueErrorCode } from './offline/queue-error.ts'
export type { QueueStore } from './stores/store.ts'
export { OfflineQueue, type OfflineOptions } from './offline/queue.ts'
export type { DropOptions } from './offline/remove-entry.ts'
export type { Queued, QueuedIncident, Refused } from './offline/receipt.ts'
export type { RetryOptions } from './offline/retry-entry.ts'
