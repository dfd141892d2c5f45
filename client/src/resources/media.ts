import type { Media, MediaUrls, Uuid } from '../generated/resources.ts'
import type { CallOptions, Transport, WriteOptions } from '../transport/transport.ts'
import { blobOf, ownNameOf, type FileContent } from './file-content.ts'

export interface AttachOptions extends WriteOptions {
  /** Name of the file; by default the name of a `File`, otherwise `file`. */
  fileName?: string
}

export class IncidentMedia {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Attaches a file to an incident. Retries of the request do not attach the file twice.
   * @throws TocsinProblem, such as `incident_not_found`, `file_too_large` or `idempotency_key_reused`.
   */
  async attach(incidentId: Uuid, file: FileContent, options: AttachOptions = {}): Promise<Media> {
    const { fileName, ...writeOptions } = options
    const form = new FormData()
    form.append('file', blobOf(file), fileName ?? ownNameOf(file))
    const path = `/incidents/${encodeURIComponent(incidentId)}/media`
    const call = { method: 'POST', path, form, isLong: true, success: 201, member: 'sha256' } as const
    return this.#transport.write<Media>(call, writeOptions)
  }

  /**
   * Deletes a file of an incident.
   * @throws TocsinProblem, such as `incident_not_found` or `media_not_found`.
   */
  async delete(incidentId: Uuid, mediaId: Uuid, options?: WriteOptions): Promise<void> {
    const path = `/incidents/${encodeURIComponent(incidentId)}/media/${encodeURIComponent(mediaId)}`
    await this.#transport.write({ method: 'DELETE', path, success: 204 }, options)
  }

  /** Returns the URLs of a file of an incident. The URLs are valid for 15 minutes. */
  urls(incidentId: Uuid, mediaId: Uuid, options?: CallOptions): Promise<MediaUrls> {
    return readUrls(this.#transport, 'incidents', incidentId, mediaId, options)
  }
}

export class CommentMedia {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Returns the URLs of a file of a comment. The URLs are valid for 15 minutes.
   * @see docs/contract.md#4.7
   */
  urls(commentId: Uuid, mediaId: Uuid, options?: CallOptions): Promise<MediaUrls> {
    return readUrls(this.#transport, 'comments', commentId, mediaId, options)
  }
}

async function readUrls(
  transport: Transport,
  subject: 'incidents' | 'comments',
  subjectId: Uuid,
  mediaId: Uuid,
  options: CallOptions | undefined,
): Promise<MediaUrls> {
  const path = `/download/${subject}/${encodeURIComponent(subjectId)}/media/${encodeURIComponent(mediaId)}/urls`
  return transport.read<MediaUrls>(path, 'downloadUrl', options)
}
