import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Comment, Incident } from '@tocsin/client'
import type { ReplicaChanges, ReplicaCheckpoint, ReplicaStore } from '@tocsin/client/replicate'

/** Replica in an SQLite file, which survives the end of its process. */
export class SqliteReplica implements ReplicaStore {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 10_000 })
    this.#database.exec(`
      pragma journal_mode = wal;
      create table if not exists incidents (id text primary key, body text not null);
      create table if not exists comments (id text primary key, incident_id text not null, body text not null);
      create index if not exists comments_of_incident on comments (incident_id);
      create table if not exists checkpoints (only integer primary key check (only = 1), body text not null)`)
  }

  async checkpoint(): Promise<ReplicaCheckpoint | undefined> {
    return this.#bodies<ReplicaCheckpoint>('checkpoints', 'only')[0]
  }

  async apply(changes: ReplicaChanges, checkpoint: ReplicaCheckpoint): Promise<void> {
    this.#database.exec('begin immediate')
    try {
      this.#write(changes)
      this.#run('insert or replace into checkpoints values (1, ?)', JSON.stringify(checkpoint))
      this.#database.exec('commit')
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  #write({ replaced, deletedIncidents, deletedComments, incidents, comments }: ReplicaChanges): void {
    if (replaced) this.#run(`delete from ${replaced.list} where id > ? and id <= ?`, replaced.after, replaced.until)
    for (const id of deletedIncidents) {
      this.#run('delete from incidents where id = ?', id)
      this.#run('delete from comments where incident_id = ?', id)
    }
    for (const id of deletedComments) this.#run('delete from comments where id = ?', id)
    for (const row of incidents) {
      this.#run('insert or replace into incidents values (?, ?)', row.id, JSON.stringify(row))
    }
    for (const row of comments) {
      this.#run('insert or replace into comments values (?, ?, ?)', row.id, row.relatedEntityId, JSON.stringify(row))
    }
  }

  #run(statement: string, ...values: SQLInputValue[]): void {
    this.#database.prepare(statement).run(...values)
  }

  incidents = (): Incident[] => this.#bodies('incidents', 'id')
  comments = (): Comment[] => this.#bodies('comments', 'id')

  #bodies<Row>(table: string, order: string): Row[] {
    const rows = this.#database.prepare(`select body from ${table} order by ${order}`).all() as { body: string }[]
    return rows.map(({ body }) => JSON.parse(body) as Row)
  }

  close(): void {
    this.#database.close()
  }
}
