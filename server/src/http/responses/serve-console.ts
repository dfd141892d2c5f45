import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRead } from '../guards/same-origin.ts'
import { answerUnknownAddress } from '../guards/unknown-address.ts'

/** Output folder of `npm run build`. */
const builtFolder = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
/** Placeholder in the built page for each answer's nonce. */
const noncePlaceholder = 'TOCSIN_NONCE'
/** Addresses of the server itself, which answers a mistyped one with a problem instead of the page. */
const serverPaths = /^\/(api|docs|download|openapi\.json|livez|readyz|metrics|assets)(\/|$)/

interface ConsoleSettings {
  /** Folder of the built console; undefined: the usual one. */
  folder: string | undefined
  /** Origin of the bucket from which browsers fetch media; undefined: this server. */
  mediaOrigin: string | undefined
}

/**
 * Serves the staff console at `/`. Files with hashed names may be cached for ever. Browsers that open an address unknown to
 * the server get the console's page, which routes it.
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
    // Forbid caching, because the nonce in a cached page would differ from the one in its headers.
    return reply
      .headers({ ...pageHeaders(nonce, imageSources), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    // Register existing files only; other addresses get the page or a problem.
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', '**/*.{br,gz}'],
    // The build compresses files once, and better than a server could per request.
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

/** Checks whether a browser opens an address: it accepts HTML, whereas scripts and other callers get a 404. */
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
