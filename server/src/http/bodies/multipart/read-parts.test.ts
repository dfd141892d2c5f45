import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { Dicer } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { readParts } from './read-parts.ts'

test('stops parsing a form at the first part beyond the maximum', async () => {
  const emit = vi.spyOn(Dicer.prototype, 'emit')
  const request = requestWith('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\na\r\n'.repeat(1_000))
  await expect(readAll(request)).rejects.toMatchObject({ message: 'The form has more than 100 parts.' })
  expect(emit.mock.calls.filter(([event]) => event === 'part')).toHaveLength(101)
})

test('a form with too many parts is rejected even if the reader of its first part is slow', async () => {
  const body = new Readable({ read: () => undefined })
  const head = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n'
  const pieces = [head + 'x'.repeat(60_000), `${'x'.repeat(10_000)}\r\n${head}`, `a\r\n${head}`.repeat(400)]
  const parts = readParts(requestOf(body))
  body.push(pieces[0])
  const { value: first } = await parts.next()
  for (const piece of pieces.slice(1)) {
    body.push(piece)
    await nextIteration()
  }
  expect(await buffer(first!.bytes())).toHaveLength(70_000)
  await expect(parts.next().then(() => parts.next())).rejects.toMatchObject({
    message: 'The form has more than 100 parts.',
  })
})

const requestOf = (raw: Readable) =>
  ({ headers: { 'content-type': 'multipart/form-data; boundary=b' }, raw }) as unknown as FastifyRequest

const requestWith = (body: string) => requestOf(Readable.from([Buffer.from(body)]))

async function readAll(request: FastifyRequest): Promise<void> {
  for await (const part of readParts(request)) await part.text()
}
