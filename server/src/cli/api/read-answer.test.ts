import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const body = JSON.stringify({ name: 'Kühlraum 😀' })
const bytes = Buffer.byteLength(body)
const plain = `HTTP/1.1 201 Created\r\nX-Request-Id: r-1\r\nContent-Length: ${bytes}\r\n\r\n${body}`

const inChunks = (sizes: number[]): Buffer => {
  const content = Buffer.from(body)
  const pieces: Buffer[] = [Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')]
  let at = 0
  for (const size of [...sizes, bytes]) {
    const piece = content.subarray(at, at + size)
    at += piece.length
    if (piece.length > 0) pieces.push(Buffer.from(`${piece.length.toString(16)};x=1\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\nTrailer: x\r\n\r\n')])
}

describe('an answer', () => {
  test('is read whole, in whatever pieces and chunks it comes, and not before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: bytes }), { maxLength: 5 }), fc.boolean(), (sizes, isChunked) => {
        const sent = isChunked ? inChunks(sizes) : Buffer.from(plain)
        for (let length = 0; length < sent.length; length++)
          expect(readAnswer(sent.subarray(0, length))).toBeUndefined()
        expect(readAnswer(sent)?.body.toString()).toBe(body)
      }),
      { numRuns: 30 },
    )
  })

  test('has its status and its headers, whatever their case', () => {
    const answer = readAnswer(Buffer.from(plain))!
    expect(answer).toMatchObject({ status: 201, staysOpen: true })
    expect(answer.headers.get('x-request-id')).toBe('r-1')
  })

  test('may have no body, come behind an informational one, and end the connection', () => {
    const sent = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204 No Content\r\nConnection: Close\r\n\r\n'
    expect(readAnswer(Buffer.from(sent))).toMatchObject({ status: 204, staysOpen: false })
    expect(readAnswer(Buffer.from('HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'))).toMatchObject({ staysOpen: false })
  })

  test.each([
    'SSH-2.0-OpenSSH_9.2\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\nuntil the end',
    'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno size\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`,
  ])('that cannot be one is refused: %.40j', (sent) => {
    expect(() => readAnswer(Buffer.from(sent))).toThrow(/^the answer/)
  })
})
