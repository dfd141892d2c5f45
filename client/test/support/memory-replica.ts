import type { ReplicaChanges, ReplicaCheckpoint, ReplicaStore } from '../../src/replicate.ts'
import type { Comment, Incident } from '../../src/generated/resources.ts'

/** Replica in memory. `steps` has the arguments of each `apply`. */
export class MemoryReplica implements ReplicaStore {
  readonly incidents = new Map<string, Incident>()
  readonly comments = new Map<string, Comment>()
  readonly steps: { changes: ReplicaChanges; checkpoint: ReplicaCheckpoint }[] = []

  async checkpoint(): Promise<ReplicaCheckpoint | undefined> {
    return this.steps.at(-1)?.checkpoint
  }

  async apply(changes: ReplicaChanges, checkpoint: ReplicaCheckpoint): Promise<void> {
    const { replaced, deletedIncidents, deletedComments, incidents, comments } = changes
    if (replaced) {
      const rows: Map<string, unknown> = this[replaced.list]
      for (const id of rows.keys()) if (id > replaced.after && id <= replaced.until) rows.delete(id)
    }
    for (const id of deletedIncidents) {
      this.incidents.delete(id)
      for (const comment of this.comments.values()) if (comment.relatedEntityId === id) this.comments.delete(comment.id)
    }
    for (const id of deletedComments) this.comments.delete(id)
    for (const incident of incidents) this.incidents.set(incident.id, incident)
    for (const comment of comments) this.comments.set(comment.id, comment)
    this.steps.push({ changes, checkpoint })
  }
}
