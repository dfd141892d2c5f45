import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { integration } from '../support/client.ts'
import { listComments, tryComment } from '../support/comments.ts'
import { rejectionOf, rejected } from '../support/rejection.ts'
import type { Comment } from '../support/resources.ts'
import { isReplay } from './creation-steps.ts'
import { incidentsOf, type Model, type Step, stepAbout } from './model.ts'

const writing = fc.record(
  { message: fc.constantFrom('Seen.', 'Gone.', '', null), externalId: fc.constantFrom('note-1', null) },
  { requiredKeys: ['message'] },
)
const otherFields = fc.constantFrom({ message: 'Other' }, { message: 1 }, { relatedEntityId: randomUUID() })
const send = (key: string, fields: Record<string, unknown>) =>
  tryComment(fields, integration, { 'idempotency-key': key })

/** Comments that were sent to create-comment with an Idempotency-Key. A comment added by a patch has no key. */
const keyedOf = ({ comments }: Model) =>
  comments.flatMap(({ key, ...others }) => (key === undefined ? [] : [{ key, ...others }]))
const commentsOf = ({ comments }: Model) => comments
const notFound = rejected(404, 'comment_not_found')
const noIncident = rejected(404, 'incident_not_found', '/relatedEntityId incident_not_found')
const noListed = rejected(404, 'incident_not_found', 'relatedEntityId incident_not_found')

/** Returns true for a comment that was deleted, or whose incident was deleted. */
const isGone = ({ incidents }: Model, { isDeleted, now }: Model['comments'][number]): boolean =>
  isDeleted || incidents.some((incident) => incident.isDeleted && incident.now.id === now.relatedEntityId)

export const commentSteps: Step[] = [
  stepAbout('comment', incidentsOf, fc.tuple(fc.nat(), writing), async (model, { now: incident, isDeleted }, given) => {
    const key = randomUUID()
    const fields = { relatedEntityId: incident.id, ...given }
    const response = await send(key, fields)
    if (isDeleted) return { actual: rejectionOf(response), expected: noIncident }
    const { status, body } = response
    model.comments.push({ key, fields, now: body, isDeleted: false })
    const { id, createdAt } = body
    const { createdBy } = incident
    return {
      actual: { status, body },
      expected: {
        status: 201,
        body: { externalId: null, ...fields, id, createdAt, createdBy, edited: false, mediaIds: [] },
      },
    }
  }),
  stepAbout('comment again', keyedOf, fc.tuple(fc.nat(), fc.nat()), async (_model, { key, fields, now }) => {
    const response = await send(key, fields)
    return {
      actual: { status: response.status, replayed: isReplay(response), body: response.body },
      expected: { status: 201, replayed: true, body: now },
    }
  }),
  stepAbout('reuse a key', keyedOf, fc.tuple(fc.nat(), otherFields), async (_model, { key, fields, now }, change) => {
    const { status, body } = await send(key, { ...fields, ...change })
    return {
      actual: { status, code: body.code, commentId: body.commentId },
      expected: { status: 400, code: 'idempotency_key_reused', commentId: now.id },
    }
  }),
  stepAbout('edit', commentsOf, fc.tuple(fc.nat(), writing), async (model, comment, given) => {
    const response = await integration.patch<Comment>(`/comments/${comment.now.id}`, given)
    if (isGone(model, comment)) return { actual: rejectionOf(response), expected: notFound }
    const edited = comment.now.edited || given.message !== comment.now.message
    comment.now = { ...comment.now, ...given, edited }
    return { actual: { status: response.status, body: response.body }, expected: { status: 200, body: comment.now } }
  }),
  stepAbout('delete', commentsOf, fc.tuple(fc.nat(), fc.nat()), async (model, comment) => {
    const response = await integration.delete(`/comments/${comment.now.id}`)
    if (isGone(model, comment)) return { actual: rejectionOf(response), expected: notFound }
    comment.isDeleted = true
    return { actual: response.status, expected: 204 }
  }),
  stepAbout(
    'list Comments',
    incidentsOf,
    fc.tuple(fc.nat(), fc.nat()),
    async (model, { now: { id }, isDeleted: isIncidentDeleted }) => {
      const response = await listComments(id, { limit: 200 })
      if (isIncidentDeleted) return { actual: rejectionOf(response), expected: noListed }
      const remaining = model.comments.filter(({ now, isDeleted }) => now.relatedEntityId === id && !isDeleted)
      const oldestFirst = remaining.map(({ now }) => now).toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
      return { actual: response.body.data, expected: oldestFirst }
    },
  ),
]

const place = ({ createdAt, id }: Comment): string => `${createdAt} ${id}`
