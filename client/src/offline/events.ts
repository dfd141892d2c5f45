import type { Comment, Incident, Media } from '../generated/resources.ts'
import { notify } from '../notify.ts'
import type { CommentEntry, CreationEntry, DamagedEntry, FileEntry, ParkingProblem, QueueEntry } from './entry.ts'

/** Result of sending an entry. */
export type SentEntry =
  | { entry: CreationEntry; incident: Incident }
  | { entry: CommentEntry; comment: Comment }
  | { entry: FileEntry; media: Media }

/** Progress of a flush. */
export interface FlushProgress {
  sent: number
  parked: number
  /** Still to be sent, or waiting for a creation that is parked. */
  waiting: number
}

export interface QueueEvents {
  queued: QueueEntry
  sent: SentEntry
  parked: { entry: QueueEntry; problem: ParkingProblem }
  /** Reported once for each damaged entry while a queue is open, when it is flushed. */
  damaged: DamagedEntry
  /** The store could not write what `refresh` fetched. */
  cacheFailed: { error: unknown }
  dropped: QueueEntry
  progress: FlushProgress
}

type Listener<Payload> = (payload: Payload) => void

/** Notifies listeners of what happens to the queue in this process. */
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
