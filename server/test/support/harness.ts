import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import pino, { type Logger } from 'pino'
import { afterAll } from 'vitest'
import type { OpenDatabase } from '../../src/database/open.ts'
import { addUser } from '../../src/directory/users/add.ts'
import { readEnvironment, type Environment } from '../../src/environment.ts'
import { issueKey } from '../../src/identity/keys/issue.ts'
import { createOrganization } from '../../src/organizations/create.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import type { Service } from '../../src/service.ts'
import { startService } from '../../src/main.ts'
import { apiCallerOf, type Call } from './caller.ts'
import { signInAs, type SignedIn } from './console.ts'
import { cloneTemplate } from './template-database.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'

interface TestOrganization {
  /** Scope in which the operator, who works at the command line, is the author of changes. */
  scope: OrganizationScope
  key: string
  readOnlyKey: string
  call: Call
  callReadOnly: Call
  /** Adds a member of staff with this role and signs that user in to the console. */
  signIn(role: Role): Promise<SignedIn>
}

export interface TestServer {
  /** Origin of the server, without a path. */
  url: string
  service: Service
  database: OpenDatabase
  /** Settings of this server. A second server that is started with these settings uses the same database. */
  environment: Environment
  newOrganization(): Promise<TestOrganization>
}

/**
 * Starts the real server for one spec file, with a new database, and stops the server after the last test of the file.
 * Call this function at the top level of the file, not in a hook: it calls `afterAll`, which Vitest does not allow in a
 * hook.
 * @param overrides settings to change. With a `DATABASE_URL`, the server uses that database instead of a new one.
 */
export async function startTestServer(
  overrides: Partial<Environment> = {},
  log: Logger = pino({ level: 'silent' }),
): Promise<TestServer> {
  const folder = await makeTemporaryFolder('server')
  const cloned = overrides.DATABASE_URL ? undefined : await cloneTemplate()
  const environment = readEnvironment({
    PORT: 0,
    DATA_DIR: join(folder, 'data'),
    ...(cloned && { DATABASE_URL: cloned.url }),
    ...overrides,
  })
  const remove = async () => {
    await cloned?.drop()
    await removeFolder(folder)
  }
  const { url, service, database, stop } = await startService(environment, log).catch(async (error) => {
    await remove()
    throw error
  })
  afterAll(async () => {
    await stop()
    await remove()
  })
  return {
    url,
    service,
    database,
    environment,
    async newOrganization() {
      const scope = await createOrganization(service, `Test ${randomUUID()}`)
      const { key } = await issueKey(scope, { name: 'read and write', scopes: ['read', 'write'] })
      const { key: readOnlyKey } = await issueKey(scope, { name: 'read only', scopes: ['read'] })
      return {
        scope,
        key,
        readOnlyKey,
        call: apiCallerOf(url, key),
        callReadOnly: apiCallerOf(url, readOnlyKey),
        signIn: (role) => signInAs(url, scope, role),
      }
    },
  }
}

/** Sends a creation with a default name and the given fields. */
export const tryCreation = (call: Call, fields: Record<string, unknown> = {}) =>
  call<IncidentResponse & ProblemDetails>('POST', '/incidents', {
    body: { clientRequestId: randomUUID(), name: 'Freezer above -15 °C', ...fields },
  })

/** Creates an incident with a default name and the given fields. @throws Error if the server rejects the creation. */
export async function newIncident(call: Call, fields: Partial<CreateIncident> = {}): Promise<IncidentResponse> {
  const response = await tryCreation(call, fields)
  if (response.status !== 201) throw new Error(`creation answered ${JSON.stringify(response.body)}`)
  return response.body
}

/** Adds a member of staff and returns a scope in which that user is the author of changes. */
export async function newStaff(operator: OrganizationScope): Promise<OrganizationScope> {
  const email = `${randomUUID()}@example.com`
  const id = await addUser(operator, { name: 'Maren Holt', email, role: 'member', password: undefined })
  return operator.actingAs(id)
}

/**
 * Returns the events recorded about one object, oldest first.
 * @param subject id of the object, or one of the words `configuration`, `workflow` and `organization`.
 * @returns each event with its data, without the id `subject`.
 */
export async function eventsOf(scope: OrganizationScope, subject: string) {
  const events = await scope.database
    .selectFrom('events')
    .select(['kind', 'actor_id as actorId', 'incident_id as incidentId', 'data'])
    .where('organization_id', '=', scope.organizationId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return events
    .filter((event) => subjectOf(event) === subject)
    .map(({ kind, actorId, data }) => {
      const others = Object.entries(data).filter(([, value]) => value !== subject)
      return { kind, actorId, data: Object.fromEntries(others) }
    })
}

function subjectOf({ kind, incidentId, data }: { kind: string; incidentId: string | null; data: object }) {
  const { commentId, mediaId, ...ids } = data as Record<string, unknown>
  const [noun] = kind.split('.') as [string]
  if (noun === 'incident') return incidentId
  if (noun === 'media') return kind === 'media.thumbnail_made' ? mediaId : (commentId ?? incidentId)
  if (noun === 'comment') return commentId
  return noun === 'api_key' ? ids.apiKeyId : (ids[`${noun}Id`] ?? noun)
}
