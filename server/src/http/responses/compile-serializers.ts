import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'

type Serializer = (value: unknown) => string

/**
 * Makes Fastify compile each distinct response schema once. Otherwise, Fastify would compile a serializer for each
 * status of each operation: 1,215 serializers, of which 1,031 write the same problems. That would take three quarters
 * of the CPU time of a start. Call this function after the shared schemas were added, because the serializers refer to
 * these schemas.
 */
export function compileSerializersOnce(app: FastifyInstance): void {
  const compile = SerializerSelector()(app.getSchemas())
  const compiled = new Map<string, Serializer>()
  app.setSerializerCompiler<unknown>(({ schema, method, url, httpStatus = '' }) => {
    const text = JSON.stringify(schema)
    const serializer = compiled.get(text) ?? compile({ schema, method, url, httpStatus })
    compiled.set(text, serializer)
    return serializer
  })
}
