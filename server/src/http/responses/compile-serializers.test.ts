import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compileSerializersOnce } from './compile-serializers.ts'

test('equal response schemas share one serializer, and different schemas get different serializers', () => {
  const app = Fastify()
  compileSerializersOnce(app)
  const serializerOf = (type: string) =>
    app.serializerCompiler!({ schema: { type }, method: 'GET', url: '/', httpStatus: '200' })
  expect(serializerOf('string')).toBe(serializerOf('string'))
  expect(serializerOf('integer')).not.toBe(serializerOf('string'))
  expect(serializerOf('integer')(7)).toBe('7')
})
