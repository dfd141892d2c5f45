import { Readable } from 'node:stream'
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

const requestWith = (body: string) =>
  ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    raw: Readable.from([Buffer.from(body)]),
  }) as unknown as FastifyRequest

async function readAll(request: FastifyRequest): Promise<void> {
  for await (const part of readParts(request)) await part.text()
}
