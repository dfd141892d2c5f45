import type { Comment, Incident, Uuid } from '../generated/resources.ts'

/**
 * Storage of a replica, which the caller implements: a database, a file, or memory. Only one `replicate` may use a store
 * at a time.
 */
export interface ReplicaStore {
  /** Returns the checkpoint that was stored last; undefined if the store is new. */
  checkpoint(): Promise<ReplicaCheckpoint | undefined>
  /**
   * Applies changes and stores the checkpoint, both in one transaction. After a crash, the store has both or neither. A
   * row never arrives in an older version than before, so the store need not compare versions.
   */
  apply(changes: ReplicaChanges, checkpoint: ReplicaCheckpoint): Promise<void>
}

/** Progress of a replica. Store it unchanged, for example as JSON. */
export interface ReplicaCheckpoint {
  /** Position in the feed from which to follow. */
  position: string
  /** Page of the lists to read next; undefined after the whole lists were read. */
  walk?: WalkStep
}

export interface WalkStep {
  list: 'incidents' | 'comments'
  /** Id of the last row that was read. */
  after: Uuid
  /** Cursor of the page; undefined for the first page of the list. */
  cursor?: string
}

/** Changes to apply to a replica. Apply the members in the order in which this interface lists them. */
export interface ReplicaChanges {
  /** Range of rows to delete first. The rows to insert in their place are in `incidents` or `comments`. */
  replaced?: ReplacedRange
  /** Ids of incidents to delete, together with their comments. The store may lack some of them. */
  deletedIncidents: Uuid[]
  /** Ids of comments to delete. The store may lack some of them. */
  deletedComments: Uuid[]
  /** Incidents to insert, or to replace by their `id`. */
  incidents: Incident[]
  /** Comments to insert, or to replace by their `id`. A comment may arrive shortly before its incident. */
  comments: Comment[]
}

/** Rows of one list whose id is greater than `after`, and at most `until`. */
export interface ReplacedRange {
  list: 'incidents' | 'comments'
  after: Uuid
  until: Uuid
}
