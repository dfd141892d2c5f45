import type { Media, MediaUrls, Uuid } from '../generated/resources.ts'
import { makeKey } from '../transport/make-key.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'
import { blobOf, ownNameOf, type FileContent } from './file-content.ts'

export interface AttachOptions extends CallOptions {
  /** Name of the file; by default that of a `File`. */
  fileName?: string
  /** 1 to 255 visible ASCII characters; generated unless given. Repeat it to continue after an error. */
  idempotencyKey?: string
}

export class IncidentMedia {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Attaches a file to an incident, exactly once however often the request is repeated.
   * @throws TocsinProblem `incident_not_found`, `file_too_large`, `idempotency_key_reused`, …
   */
  async attach(incidentId: Uuid, file: FileContent, options: AttachOptions = {}): Promise<Media> {
    const { fileName, idempotencyKey = makeKey(), ...callOptions } = options
    const form = new FormData()
    form.append('file', blobOf(file), fileName ?? ownNameOf(file))
    const { body } = await this.#transport.send<Media>(
      {
        method: 'POST',
        path: `/incidents/${encodeURIComponent(incidentId)}/media`,
        headers: { 'idempotency-key': idempotencyKey },
        form,
        success: 201,
        member: 'id',
        idempotencyKey,
      },
      callOptions,
    )
    return body
  }

  /** Returns the addresses of the file, valid for 15 minutes. */
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
   * Returns the addresses of the file, valid for 15 minutes.
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
  return (await transport.send<MediaUrls>({ method: 'GET', path, success: 200, member: 'downloadUrl' }, options)).body
}
