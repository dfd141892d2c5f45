import type { IncomingMessage } from 'node:http'
import { Problem } from '../../problem.ts'

/** Pieces that every body may have, however small they are. */
const piecesAllowance = 1_000
const bytesPerPiece = 64

/**
 * Watches for a body that arrives in chunks or packets of a few bytes. Each costs as much as one of many kilobytes, so
 * 100,000 bytes could take half a second.
 * @param refuse is called once, when there are more pieces than 1,000 plus one for every 64 bytes.
 */
export function rejectFragmentedBody(body: IncomingMessage, refuse: () => void): void {
  let pieces = 0
  let bytes = 0
  body.on('data', function count(piece: Buffer) {
    pieces++
    bytes += piece.length
    if (pieces <= piecesAllowance + bytes / bytesPerPiece) return
    body.off('data', count)
    refuse()
  })
}

export const fragmentedBody = (): Problem =>
  new Problem('body_too_large', {
    detail: 'The body arrives in too many pieces of a few bytes. Send it in larger ones.',
  })
