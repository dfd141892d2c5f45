import { anIncident, json, type Reaction } from './fake-service.ts'
import { working } from './open-queue.ts'

interface Change {
  patch: Record<string, unknown>
  ifMatch: string | undefined
  key: string
}

/**
 * Simulates a service with one incident: it raises the version with each change, answers 412 to a change that is based
 * on another version, and recognizes repeated changes by their idempotency keys. It answers other requests like a
 * service without errors.
 */
export class VersionedIncident {
  version: number
  /** Fields that a conflict reports as changed. */
  changedFields = ['priority']
  /** Changes that were carried out, in order. */
  readonly changes: Change[] = []
  readonly #keys = new Set<string>()

  constructor(version: number) {
    this.version = version
  }

  readonly react: Reaction = (request, signal) => {
    const { method, url, headers, body } = request
    if (method !== 'PATCH') return working(request, signal)
    const ifMatch = headers['if-match']
    const key = headers['idempotency-key']!
    if (!this.#keys.has(key)) {
      if (ifMatch !== undefined && ifMatch !== `"${this.version}"`) return conflict(this.version, this.changedFields)
      this.#keys.add(key)
      // A patch with only a comment raises no version.
      if (Object.keys(body as object).some((field) => field !== 'comment')) this.version++
      this.changes.push({ patch: body as Change['patch'], ifMatch, key })
    }
    return json({ ...anIncident(decodeURIComponent(url.pathname.split('/').at(-1)!)), version: this.version })
  }
}

const conflict = (currentVersion: number, changedFields: string[]): Response =>
  json(
    {
      type: 'urn:tocsin:problem:incident_changed',
      title: 'The incident has changed in the meantime',
      status: 412,
      detail: `The incident has version ${currentVersion}.`,
      code: 'incident_changed',
      requestId: 'r-1',
      errors: [],
      currentVersion,
      changedFields,
    },
    412,
    { 'content-type': 'application/problem+json' },
  )
