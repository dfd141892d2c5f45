import { TocsinProblem } from '../error.ts'
import type { Comment, CreateComment, UpdateComment, Uuid } from '../generated/resources.ts'
import { List } from '../lists/list.ts'
import { writeQuery, type ListQuery } from '../lists/query.ts'
import type { CallOptions, Transport, WriteOptions } from '../transport/transport.ts'
import { CommentMedia } from './media.ts'

export type NewComment = Omit<CreateComment, 'relatedEntityId'>

export type CommentQuery = ListQuery<'id' | 'createdAt'>

const path = '/comments/by-entity-type/incident'

export class Comments {
  readonly #transport: Transport
  /** Methods for the files of comments. */
  readonly media: CommentMedia

  constructor(transport: Transport) {
    this.#transport = transport
    this.media = new CommentMedia(transport)
  }

  /**
   * Lists the comments on an incident, the oldest first unless `sort` is given.
   * @see docs/contract.md#4.3
   */
  list(incidentId: Uuid, query: CommentQuery = {}, options: CallOptions = {}): List<Comment> {
    return new List(this.#transport, { path, query: writeQuery(query, { relatedEntityId: incidentId }), options })
  }

  /**
   * Lists the comments on all incidents, in the order of their ids.
   * @param query `limit` is the number of comments in one page, from 1 to 200; 50 by default.
   */
  listAll({ limit }: Pick<CommentQuery, 'limit'> = {}, options: CallOptions = {}): List<Comment> {
    return new List(this.#transport, { path: '/comments', query: writeQuery({ limit }, {}), options })
  }

  /**
   * Creates a comment on an incident. Retries of the request do not create the comment twice.
   * @throws TocsinProblem, such as `incident_not_found`, `invalid_request` or `idempotency_key_reused`.
   * @see docs/contract.md#4.4
   */
  create(incidentId: Uuid, comment: NewComment, options?: WriteOptions): Promise<Comment> {
    const json = { relatedEntityId: incidentId, ...comment }
    return this.#transport.write<Comment>(
      { method: 'POST', path, json, success: 201, member: 'relatedEntityId' },
      options,
    )
  }

  /** Fetches a comment. @throws TocsinProblem `comment_not_found` if there is no comment with this id. */
  async get(commentId: Uuid, options?: CallOptions): Promise<Comment> {
    return this.#transport.read<Comment>(pathOf(commentId), 'relatedEntityId', options)
  }

  /**
   * Changes a comment. `changes` contains the fields to change, at least one. The value null clears a field.
   * @throws TocsinProblem, such as `comment_not_found`, `comment_not_from_api` or `invalid_request`.
   * @see docs/contract.md#4.5
   */
  async update(commentId: Uuid, changes: UpdateComment, options?: WriteOptions): Promise<Comment> {
    const call = {
      method: 'PATCH',
      path: pathOf(commentId),
      json: changes,
      success: 200,
      member: 'relatedEntityId',
    } as const
    return this.#transport.write<Comment>(call, options)
  }

  /**
   * Deletes a comment. If a retry does not find the comment, the call succeeds, because an earlier attempt has deleted
   * the comment. This can happen with a server of an earlier version, which ignores the Idempotency-Key of a deletion.
   * @throws TocsinProblem, such as `comment_not_found` or `comment_not_from_api`.
   * @see docs/contract.md#4.6
   */
  async delete(commentId: Uuid, options?: WriteOptions): Promise<void> {
    try {
      await this.#transport.write({ method: 'DELETE', path: pathOf(commentId), success: 204 }, options)
    } catch (error) {
      const isGone = error instanceof TocsinProblem && error.code === 'comment_not_found'
      if (!isGone || error.attempts === 1) throw error
    }
  }
}

const pathOf = (commentId: Uuid): string => `/comments/${encodeURIComponent(commentId)}`
