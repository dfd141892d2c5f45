import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRead } from '../guards/same-origin.ts'
import { answerUnknownAddress } from '../guards/unknown-address.ts'

/** What `npm run build` makes. */
const builtFolder = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
/** What the build leaves where each answer's nonce belongs. */
const noncePlaceholder = 'TOCSIN_NONCE'
/** Addresses below these are the server's own: a mistyped one is a problem, never a page. */
const serverPaths = /^\/(api|docs|download|openapi\.json|livez|readyz|metrics|assets)(\/|$)/

interface ConsoleSettings {
  /** Where the built console is, if not in its usual place. */
  folder: string | undefined
  /** Where browsers fetch media from, if not from this server: the bucket's origin. */
  mediaOrigin: string | undefined
}

/**
 * Serves the staff console at `/`: files under the names that the build gave them, for ever; and one page for every
 * address that a browser asks for and the server does not know, for the console to make sense of.
 * @see docs/decisions/0009-console.md
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
    // The nonce is only for this answer: a cached page would carry a different one from its headers.
    return reply
      .headers({ ...pageHeaders(nonce, imageSources), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    // Only files that exist: everything else is left to the page and to the problems.
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', '**/*.{br,gz}'],
    // The build has compressed them once, and better than could be done while serving.
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

/** A browser that opens an address asks for HTML and gets the page; scripts and other callers get the 404. */
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
