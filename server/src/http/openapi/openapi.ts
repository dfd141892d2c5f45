import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { describeHeaders } from './describe-headers.ts'
import { consoleSchemas } from './schemas.ts'

const title = 'Tocsin external API'
const description = `
Integrations report Incidents through this API, retry without fear of duplicates, and read back what staff did.

Operations marked \`x-tocsin-origin: specification\` are those of the specification; the others are extensions, which
follow the same conventions. Every error is \`application/problem+json\` (RFC 9457); each \`code\` is described in
docs/problems.md.`

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the operation is one of the specification's; absent: an extension. */
    isSpecified?: boolean
  }
}

/** The console's own API: it changes with the console, and is not promised to anybody else. */
export const consolePrefix = '/api/console'

/** Collects the OpenAPI document from the routes that are registered after it. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Incidents', description: 'Report, list and read Incidents.' },
        { name: 'Comments', description: 'Messages about an Incident.' },
        { name: 'Media', description: 'Files attached to Incidents and Comments.' },
        { name: 'Configuration', description: 'The rules that govern creation, for field apps to cache.' },
        { name: 'Directory', description: 'Locations, Points, users and workflow states.' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
      security: [{ apiKey: [] }],
    },
    transform: ({ schema, url, route }) => ({
      schema: schema && { ...schema, ...markOf(route), ...(isOfConsole(url) && { hide: true }) },
      url,
    }),
    transformObject: (document) => complete(document),
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `schema${index}`) },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title },
    // Without the bar that shows other documents than this one.
    uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, persistAuthorization: true },
    // It shares an origin with the console and keeps a key: nothing from elsewhere may run in it.
    staticCSP: {
      'default-src': "'self'",
      // Its drawings are hidden and positioned by style attributes.
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
    },
  })
}

/** Shows whether an operation is the specification's or an extension, and which scope a key needs for it. */
const markOf = ({ config }: RouteOptions) => ({
  'x-tocsin-origin': config?.isSpecified ? 'specification' : 'extension',
  'x-tocsin-scope': config?.scope,
})

const isOfConsole = (url: string): boolean => url.startsWith(`${consolePrefix}/`)

/** What the routes do not say: without the schemas of the console, and with the headers of the answers. */
function complete(document: Parameters<SwaggerTransformObject>[0]) {
  if (!('openapiObject' in document)) return document.swaggerObject
  for (const { $id } of consoleSchemas as { $id?: string }[]) delete document.openapiObject.components?.schemas?.[$id!]
  describeHeaders(document.openapiObject)
  return document.openapiObject
}
