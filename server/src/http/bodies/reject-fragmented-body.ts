import type { IncomingMessage } from 'node:http'
import { Problem } from '../../problem.ts'

/** Number of chunks that every body may have, even if all chunks are small. */
const piecesAllowance = 1_000
const bytesPerPiece = 64

/**
 * Detects a body that arrives in HTTP chunks or packets of a few bytes. A small chunk takes as much time as a chunk of
 * many kilobytes, so a body of 100,000 bytes could take half a second.
 * @param reject called once, when the body has more than 1,000 chunks plus one chunk for each 64 bytes. The body is
 *   then paused, so that the server receives no more chunks before it has answered.
 */
export function rejectFragmentedBody(body: IncomingMessage, reject: () => void): void {
  let pieces = 0
  let bytes = 0
  body.on('data', function count(piece: Buffer) {
    pieces++
    bytes += piece.length
    if (pieces <= piecesAllowance + bytes / bytesPerPiece) return
    body.off('data', count)
    body.pause()
    reject()
  })
}

export const fragmentedBody = (): Problem =>
  new Problem('body_too_large', {
    detail: 'The body arrives in too many pieces of a few bytes. Send it in larger ones.',
  })
