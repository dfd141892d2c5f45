import type { Comment, Incident, Media } from '../generated/resources.ts'
import type { TocsinError } from '../error.ts'
import { notify } from '../notify.ts'
import type {
  ChangeEntry,
  CommentEntry,
  CreationEntry,
  DamagedEntry,
  FileEntry,
  ParkingProblem,
  QueueEntry,
} from './entry.ts'

/** A sent entry, and the resource that the server created or changed. */
export type SentEntry =
  | { entry: CreationEntry; incident: Incident }
  | { entry: ChangeEntry; incident: Incident }
  | { entry: CommentEntry; comment: Comment }
  | { entry: FileEntry; media: Media }

/** Progress of a flush, as numbers of entries. */
export interface FlushProgress {
  sent: number
  parked: number
  /** Entries still to be sent, including those that wait for a parked entry. */
  waiting: number
}

/** Result of a flush. */
export type FlushResult = FlushProgress &
  (
    | {
        /** `finished`: no entry is left that can be sent. `busy`: another process or tab is flushing this store. */
        outcome: 'finished' | 'busy'
      }
    | {
        /** The flush ended early: the service cannot be reached, rejects the API key, or cannot accept files now. */
        outcome: 'stopped'
        error: TocsinError
        /**
         * Milliseconds that the server asks to wait before the next flush; absent if the server does not ask for a
         * pause.
         */
        retryAfterMs?: number
      }
  )

/**
 * Events of a queue by name, with the value that the listeners get. Only the queue object that causes an event emits
 * the event.
 */
export interface QueueEvents {
  /** Emitted after the store has a new entry. */
  queued: QueueEntry
  /** Emitted for each entry that the server accepted. */
  sent: SentEntry
  /** Emitted for each entry that `flush` parks because of a problem: call `retry` or `drop` for it. */
  parked: { entry: QueueEntry; problem: ParkingProblem }
  /** Emitted by the methods `flush` and `damaged`, once for each damaged entry. */
  damaged: DamagedEntry
  /** Emitted when the store could not write the data that `refresh` fetched. */
  cacheFailed: { error: unknown }
  /** Emitted for each entry that `drop` removed, including the entries that waited for a dropped creation. */
  dropped: QueueEntry
  /** Emitted after each entry that `flush` sent, parked or skipped. */
  progress: FlushProgress
}

type Listener<Payload> = (payload: Payload) => void

/** Calls the listeners of a queue's events in this process. */
export class Emitter {
  readonly #listeners = new Map<keyof QueueEvents, Set<Listener<never>>>()

  on<Name extends keyof QueueEvents>(name: Name, listener: Listener<QueueEvents[Name]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  emit<Name extends keyof QueueEvents>(name: Name, payload: QueueEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) notify(listener as Listener<QueueEvents[Name]>, payload)
  }
}
