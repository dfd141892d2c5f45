import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRead } from '../guards/same-origin.ts'
import { answerUnknownAddress } from '../guards/unknown-address.ts'

/** Folder into which `npm run build` writes the console. */
const builtFolder = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
/** Placeholder in the built page. In each response, the server replaces the placeholder by a new nonce. */
const noncePlaceholder = 'TOCSIN_NONCE'
/**
 * Paths of the server itself. A mistyped URL below these paths is answered with a problem instead of the console's
 * page.
 */
const serverPaths = /^\/(api|docs|download|openapi\.json|livez|readyz|metrics|assets)(\/|$)/

interface ConsoleSettings {
  /** Folder of the built console. Undefined: the output folder of `npm run build`. */
  folder: string | undefined
  /** Origin of the storage bucket from which browsers fetch media. Undefined: browsers fetch media from this server. */
  mediaOrigin: string | undefined
}

/**
 * Serves the staff console at `/`. Files with hashed names may be cached forever. A browser that opens a URL unknown to
 * the server gets the console's page, which does the routing.
 * @see docs/decisions/0009-build-the-console-at-installation.md
 */
export async function serveConsole(app: FastifyInstance, settings: ConsoleSettings): Promise<void> {
  const folder = settings.folder ?? builtFolder
  const page = await readPage(folder)
  if (page === undefined) {
    app.log.warn({ folder }, 'there is no built console in this folder')
    app.setNotFoundHandler(answerUnknownAddress)
    return void app.get('/', { schema: { hide: true } }, explainBuild)
  }

  const imageSources = ["'self'", 'blob:', 'data:', settings.mediaOrigin].filter(Boolean).join(' ')
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    // Forbid caching, because the nonce in a cached page would differ from the nonce in the headers of the response.
    return reply
      .headers({ ...pageHeaders(nonce, imageSources), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    // Register routes only for existing files. The not-found handler answers all other URLs with the console's page or
    // a problem.
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', '**/*.{br,gz}'],
    // Serve the files that the build has compressed. The build compresses better than a server could for each request.
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', { schema: { hide: true } }, sendPage)
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? sendPage(request, reply.code(200)) : answerUnknownAddress(request),
  )
}

async function readPage(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns true if a browser requests a page of the console. A browser that opens a page accepts HTML. Scripts and other
 * clients do not accept HTML, so they get a 404.
 */
const wantsPage = (request: FastifyRequest): boolean => isRead(request) && isForPage(request)

const isForPage = ({ url, headers }: FastifyRequest): boolean =>
  !serverPaths.test(url.replace(/\?.*/s, '')) && (headers.accept ?? '').includes('text/html')

const pageHeaders = (nonce: string, imageSources: string) => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${imageSources}`,
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), microphone=()',
  'referrer-policy': 'same-origin',
})

const explainBuild = (_request: FastifyRequest, reply: FastifyReply) =>
  reply
    .type('text/plain; charset=utf-8')
    .send(
      'The console has not been built. Run `npm run build` and start the server again.\n\nThe API is documented at /docs.\n',
    )
