import { randomUUID } from 'node:crypto'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { BatchResult } from '@tocsin/contract/api/incident-batch.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { integerBelow, pick } from './random.ts'
import { send, type Sender, type WriteResponse } from './send.ts'

/** Ids that all callers share, so that several callers change the same incident at the same time. */
export interface Subjects {
  incidents: string[]
  comments: string[]
  /** Deleted incidents that no caller has begun to restore. */
  deleted: string[]
}

/**
 * Maximum length of each list in `Subjects`. With long lists, few callers choose the same row and wait for its lock.
 */
const subjectsMaximum = 1_500
const priorities = ['MINOR', 'NORMAL', 'MAJOR', 'CRITICAL']

/** Caller that creates, changes, comments on, deletes and restores random incidents, one request after another. */
export class Caller {
  readonly #sender: Sender
  readonly #subjects: Subjects
  readonly #writes: (() => Promise<void>)[]

  constructor(sender: Sender, subjects: Subjects) {
    this.#sender = sender
    this.#subjects = subjects
    const weights: [number, () => Promise<void>][] = [
      [22, () => this.#create()],
      [36, () => this.#change()],
      [14, () => this.#addComment()],
      [8, () => this.#changeComment()],
      [4, () => this.#deleteComment()],
      [4, () => this.#delete()],
      [4, () => this.#restore()],
      [8, () => this.#sendBatch()],
    ]
    this.#writes = weights.flatMap(([weight, write]) => Array.from({ length: weight }, () => write))
  }

  /** Sends one random write, and waits until its outcome is known. */
  async write(): Promise<void> {
    const { incidents, comments } = this.#subjects
    if (incidents.length === 0) await this.#create()
    else if (comments.length === 0) await this.#addComment()
    else await pick(this.#sender.random, this.#writes)()
  }

  async #create(): Promise<void> {
    const { ledger } = this.#sender
    const body = newCreation()
    const trace = `incident.created ${body.clientRequestId}`
    ledger.begin(trace)
    const response = await send<IncidentResponse>(this.#sender, { method: 'POST', path: '/incidents', body })
    if (response.status !== 201) return this.#reject(response, trace)
    ledger.succeed(trace, { number: response.body.number })
    this.#add('incidents', response.body.id)
  }

  async #change(): Promise<void> {
    const { ledger } = this.#sender
    const { body, traces } = this.#newPatch()
    const request = { method: 'PATCH', path: `/incidents/${this.#any('incidents')}`, headers: newKey(), body }
    ledger.begin(...traces)
    const response = await send<IncidentResponse>(this.#sender, request)
    if (response.status !== 200) return this.#reject(response, ...traces)
    const [changed, ...others] = traces
    // Record no version for a replay, because its response may have a later version.
    ledger.succeed(changed!, response.isReplay ? {} : { version: response.body.version })
    for (const trace of others) ledger.succeed(trace)
  }

  async #addComment(): Promise<void> {
    const message = `Seen ${randomUUID()}`
    const body = { relatedEntityId: this.#any('incidents'), message }
    const request = { method: 'POST', path: '/comments/by-entity-type/incident', headers: newKey(), body }
    const response = await this.#sendTraced<Comment>(`comment.created ${message}`, request)
    if (response.status === 201) this.#add('comments', response.body.id)
  }

  async #changeComment(): Promise<void> {
    const message = `Seen again ${randomUUID()}`
    const request = {
      method: 'PATCH',
      path: `/comments/${this.#any('comments')}`,
      headers: newKey(),
      body: { message },
    }
    await this.#sendTraced(`comment.changed ${message}`, request)
  }

  async #deleteComment(): Promise<void> {
    const id = this.#any('comments')
    const request = { method: 'DELETE', path: `/comments/${id}`, headers: newKey() }
    await this.#sendTraced(`comment.deleted ${id}`, request)
  }

  async #delete(): Promise<void> {
    const id = this.#any('incidents')
    const request = { method: 'DELETE', path: `/incidents/${id}`, headers: newKey() }
    const { status } = await this.#sendTraced(`incident.deleted ${id}`, request)
    if (status === 204) this.#subjects.deleted.push(id)
  }

  /** Restores an incident that no other caller restores, because only the first restoration records an event. */
  async #restore(): Promise<void> {
    const { deleted } = this.#subjects
    const [id] = deleted.splice(integerBelow(this.#sender.random, deleted.length), 1)
    if (id === undefined) return this.#create()
    const request = { method: 'POST', path: `/incidents/${id}/restore`, headers: newKey() }
    await this.#sendTraced(`incident.restored ${id}`, request)
  }

  async #sendBatch(): Promise<void> {
    const { ledger, random } = this.#sender
    const length = 5 + integerBelow(random, 20)
    const sent = Array.from({ length }, () => (random() < 0.4 ? newBatchCreation() : this.#newBatchPatch()))
    ledger.begin(...sent.flatMap(({ traces }) => traces))
    const body = { items: sent.map(({ item }) => item) }
    const request = { method: 'POST', path: '/incidents/batch', body }
    const response = await send<{ results: BatchResult[] }>(this.#sender, request)
    if (response.status !== 200) return this.#reject(response, ...sent.flatMap(({ traces }) => traces))
    for (const [index, { status, incidentId, version, isReplay }] of response.body.results.entries()) {
      const [first, ...others] = sent[index]!.traces
      if (status >= 300) this.#reject({ status, attempts: response.attempts }, ...sent[index]!.traces)
      else {
        ledger.succeed(first!, status === 201 || isReplay ? {} : { version: version! })
        for (const trace of others) ledger.succeed(trace)
        if (status === 201) this.#add('incidents', incidentId!)
      }
    }
  }

  async #sendTraced<Body>(trace: string, request: Parameters<typeof send>[1]): Promise<WriteResponse<Body>> {
    this.#sender.ledger.begin(trace)
    const response = await send<Body>(this.#sender, request)
    if (response.status < 300) this.#sender.ledger.succeed(trace)
    else this.#reject(response, trace)
    return response
  }

  /**
   * Records that a write was rejected because its incident or comment is deleted. Records nothing after a retry,
   * because the first attempt may have succeeded.
   */
  #reject({ status, attempts }: { status: number; attempts: number }, ...traces: string[]): void {
    if (status !== 404) throw new Error(`${traces[0]} was answered with ${status}`)
    if (attempts === 1) for (const trace of traces) this.#sender.ledger.reject(trace)
  }

  #newBatchPatch() {
    const { body, traces } = this.#newPatch()
    return { item: { patch: { id: this.#any('incidents'), idempotencyKey: randomUUID(), body } }, traces }
  }

  /** Makes a patch with a name that no other patch has. One in five patches also adds a comment. */
  #newPatch() {
    const { random } = this.#sender
    const name = `Freezer ${randomUUID()}`
    const comment = random() < 0.2 ? `Louder now ${randomUUID()}` : undefined
    return {
      body: {
        name,
        ...(random() < 0.5 && { priority: pick(random, priorities) }),
        ...(random() < 0.3 && { description: `Door ajar since ${integerBelow(random, 60)} minutes` }),
        ...(comment !== undefined && { comment }),
      },
      traces: [`incident.changed ${name}`, ...(comment === undefined ? [] : [`comment.created ${comment}`])],
    }
  }

  #any(kind: 'incidents' | 'comments'): string {
    return pick(this.#sender.random, this.#subjects[kind])
  }

  #add(kind: 'incidents' | 'comments', id: string): void {
    const ids = this.#subjects[kind]
    if (ids.length < subjectsMaximum) ids.push(id)
    else ids[integerBelow(this.#sender.random, ids.length)] = id
  }
}

/**
 * Makes the request body of a creation. The name of the incident is derived from the `clientRequestId`, so that the
 * expected name can be computed from the event.
 */
function newCreation() {
  const clientRequestId = randomUUID()
  return { clientRequestId, name: nameOf(clientRequestId) }
}

function newBatchCreation() {
  const create = newCreation()
  return { item: { create }, traces: [`incident.created ${create.clientRequestId}`] }
}

export const nameOf = (clientRequestId: string): string => `Freezer of ${clientRequestId}`

const newKey = () => ({ 'idempotency-key': randomUUID() })
