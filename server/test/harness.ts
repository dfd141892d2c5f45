import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { ProblemDetails } from '@tocsin/contract/problem.ts'
import pino from 'pino'
import { afterAll } from 'vitest'
import type { OpenDatabase } from '../src/database/open.ts'
import { readEnvironment, type Environment } from '../src/environment.ts'
import { issueKey } from '../src/keys/issue.ts'
import { createOrganization } from '../src/organizations/create.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { startService } from '../src/serve.ts'

export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
}

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** Calls one path below /api/v1, or a whole address, with a key; `Body` is what the test expects to get. */
export type Call = <Body = ProblemDetails>(method: string, path: string, options?: CallOptions) => Promise<Answer<Body>>

export interface TestOrganization {
  /** Of the operator, who works at the command line. */
  scope: OrganizationScope
  key: string
  readOnlyKey: string
  call: Call
  callReadOnly: Call
}

export interface TestServer {
  /** Without a path. */
  url: string
  database: OpenDatabase
  newOrganization(): Promise<TestOrganization>
}

/**
 * Starts the real server for one test file, and stops it after the last test: on the database that DATABASE_URL names,
 * else on an embedded PostgreSQL of its own.
 */
export async function startTestServer(overrides: Partial<Environment> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-server-test-'))
  // PostgreSQL has to get in when root runs the tests.
  await chmod(folder, 0o755)
  const environment = readEnvironment({ PORT: 0, DATA_DIR: join(folder, 'data'), ...overrides })
  const { url, database, stop } = await startService(environment, pino({ level: 'silent' }))
  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url,
    database,
    async newOrganization() {
      const scope = await createOrganization(database.database, `Test ${randomUUID()}`)
      const { key } = await issueKey(scope, { name: 'read and write', scopes: ['read', 'write'] })
      const { key: readOnlyKey } = await issueKey(scope, { name: 'read only', scopes: ['read'] })
      return { scope, key, readOnlyKey, call: callerOf(url, key), callReadOnly: callerOf(url, readOnlyKey) }
    },
  }
}

export const callerOf =
  (url: string, key: string): Call =>
  async <Body>(method: string, path: string, { body, headers }: CallOptions = {}) => {
    const response = await fetch(new URL(path.startsWith('/') ? `/api/v1${path}` : path, url), {
      method,
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    }
  }

/** Where `Link: rel="next"` leads; undefined on the last page. */
export const nextOf = (headers: Headers): string | undefined => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
