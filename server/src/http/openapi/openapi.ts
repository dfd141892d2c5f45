import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { publicUrlOf } from '../addresses/public-url.ts'
import { addExamples } from './add-examples.ts'
import { describeHeaders } from './describe-headers.ts'
import { markExtensions, originKeyword } from './mark-extensions.ts'
import { nameLists } from './name-lists.ts'
import { openResponses } from './open-responses.ts'
import { consoleSchemas } from './schemas.ts'
import { describeWebhooks } from './webhooks.ts'

const title = 'Tocsin external API'
const description = `
Integrations report incidents through this API, retry without fear of duplicates, and read what staff did.

Operations and parameters marked \`x-tocsin-origin: specification\` belong to the specification; the others are extensions
that follow the same conventions. Responses may gain fields and codes; requests accept only the fields listed here. Every
error is \`application/problem+json\` (RFC 9457); each \`code\` is described in docs/problems.md.`

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for an operation that the specification defines; absent for an operation that Tocsin adds. */
    isSpecified?: boolean
  }
}

/** URL prefix of the console's own API. This API changes with the console and is not a public contract. */
export const consolePrefix = '/api/console'

/**
 * Serves the OpenAPI document at `/openapi.json` and a page that shows it at `/docs`. The document contains all routes
 * that are registered afterwards.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  const compressed = new Set<string>()
  app.addHook('onRoute', ({ config, schema }) => {
    if (config?.isCompressed) compressed.add(schema!.operationId!)
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // The page /docs calls the server that it came from. This works even behind a proxy whose URL the operator has
      // not configured.
      servers: [{ url: '/' }],
      tags: [
        { name: 'Incidents', description: 'Report, list and read incidents.' },
        { name: 'Comments', description: 'Messages about an incident.' },
        { name: 'Media', description: 'Files attached to incidents and comments.' },
        { name: 'Configuration', description: 'Rules of creation, for field apps to cache.' },
        { name: 'Events', description: 'Follow every change of the organization.' },
        { name: 'Webhooks', description: 'Have the events delivered to your own address.' },
        { name: 'Directory', description: 'Locations, points, users and workflow states.' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
      security: [{ apiKey: [] }],
    },
    transform: ({ schema, url, route }) => ({
      schema: schema && { ...schema, ...extensionsOf(route), ...(isConsoleUrl(url) && { hide: true }) },
      url,
    }),
    transformObject: (document) => complete(document, compressed),
    refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema.$id ?? `schema${index}`) },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (request) => ({
    ...app.swagger(),
    servers: [{ url: publicUrlOf(request) }],
  }))
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title },
    // Hides the bar for opening other OpenAPI documents.
    uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, persistAuthorization: true, showExtensions: true },
    // Set no `transformSpecification` here: with it, each request for /docs/yaml would cost about 80 ms.
    // The page shares its origin with the console and stores an API key, so it may load nothing from other origins.
    staticCSP: {
      'default-src': "'self'",
      // Swagger UI uses style attributes to hide and position its graphics.
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
    },
  })
}

/**
 * Returns the OpenAPI extensions of an operation: its origin (specification or extension), and the scope that an API
 * key needs.
 */
const extensionsOf = ({ config }: RouteOptions) => ({
  [originKeyword]: config?.isSpecified ? 'specification' : 'extension',
  'x-tocsin-scope': config?.scope,
})

const isConsoleUrl = (url: string): boolean => url.startsWith(`${consolePrefix}/`)

/** Deletes the console's schemas from the OpenAPI document, and adds details that the schemas of the routes lack. */
function complete(document: Parameters<SwaggerTransformObject>[0], compressed: ReadonlySet<string>) {
  if (!('openapiObject' in document)) return document.swaggerObject
  const { openapiObject } = document
  for (const { $id } of consoleSchemas as { $id?: string }[]) delete openapiObject.components?.schemas?.[$id!]
  nameLists(openapiObject)
  openResponses(openapiObject)
  addExamples(openapiObject)
  markExtensions(openapiObject)
  describeWebhooks(openapiObject)
  describeHeaders(openapiObject, compressed)
  return openapiObject
}
