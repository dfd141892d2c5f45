import { TocsinProblem } from '../error.ts'
import type { Comment, CreateComment, UpdateComment, Uuid } from '../generated/resources.ts'
import { List } from '../lists/list.ts'
import { writeQuery, type ListQuery } from '../lists/query.ts'
import { makeKey } from '../transport/make-key.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'
import { CommentMedia } from './media.ts'

export type NewComment = Omit<CreateComment, 'relatedEntityId'>

export interface CreateCommentOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters; generated unless given. Repeat it to continue after an error. */
  idempotencyKey?: string
}

export type CommentQuery = ListQuery<'id' | 'createdAt'>

const path = '/comments/by-entity-type/incident'

export class Comments {
  readonly #transport: Transport
  /** The files of a comment. */
  readonly media: CommentMedia

  constructor(transport: Transport) {
    this.#transport = transport
    this.media = new CommentMedia(transport)
  }

  /**
   * Lists the comments on an incident, the oldest first unless `sort` says otherwise.
   * @see docs/contract.md#4.3
   */
  list(incidentId: Uuid, query: CommentQuery = {}, options: CallOptions = {}): List<Comment> {
    return new List(this.#transport, { path, query: writeQuery(query, { relatedEntityId: incidentId }), options })
  }

  /**
   * comments on an incident, exactly once however often the request is repeated.
   * @throws TocsinProblem `incident_not_found`, `invalid_request`, `idempotency_key_reused`, …
   * @see docs/contract.md#4.4
   */
  async create(incidentId: Uuid, comment: NewComment, options: CreateCommentOptions = {}): Promise<Comment> {
    const { idempotencyKey = makeKey(), ...callOptions } = options
    const { body } = await this.#transport.send<Comment>(
      {
        method: 'POST',
        path,
        success: 201,
        member: 'id',
        headers: { 'idempotency-key': idempotencyKey },
        json: { relatedEntityId: incidentId, ...comment },
        idempotencyKey,
      },
      callOptions,
    )
    return body
  }

  /**
   * Changes the fields that are given, at least one; null clears.
   * @throws TocsinProblem `comment_not_found`, `comment_not_from_api`, `invalid_request`.
   * @see docs/contract.md#4.5
   */
  async update(commentId: Uuid, changes: UpdateComment, options?: CallOptions): Promise<Comment> {
    const call = { method: 'PATCH', path: pathOf(commentId), json: changes, success: 200, member: 'id' } as const
    return (await this.#transport.send<Comment>(call, options)).body
  }

  /**
   * Deletes a comment. If the request had to be repeated, a comment that no longer exists counts as deleted.
   * @throws TocsinProblem `comment_not_found`, `comment_not_from_api`.
   * @see docs/contract.md#4.6
   */
  async delete(commentId: Uuid, options?: CallOptions): Promise<void> {
    try {
      await this.#transport.send({ method: 'DELETE', path: pathOf(commentId), success: 204 }, options)
    } catch (error) {
      const isGone = error instanceof TocsinProblem && error.code === 'comment_not_found'
      if (!isGone || error.attempts === 1) throw error
    }
  }
}

const pathOf = (commentId: Uuid): string => `/comments/${encodeURIComponent(commentId)}`
