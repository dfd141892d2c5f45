import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compileSerializersOnce } from './compile-serializers.ts'

test('operations with equal response schemas share one serializer, and other schemas get their own', () => {
  const app = Fastify()
  compileSerializersOnce(app)
  const serializerOf = (type: string) =>
    app.serializerCompiler!({ schema: { type }, method: 'GET', url: '/', httpStatus: '200' })
  expect(serializerOf('string')).toBe(serializerOf('string'))
  expect(serializerOf('integer')).not.toBe(serializerOf('string'))
  expect(serializerOf('integer')(7)).toBe('7')
})
