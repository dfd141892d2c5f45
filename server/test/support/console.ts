import { randomUUID } from 'node:crypto'
import type { Role, Session } from '@tocsin/contract/console/session.ts'
import { addUser } from '../../src/directory/users/add.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { callerOf, type Call } from './caller.ts'

/** A member of staff who is signed in to the console. */
export interface SignedIn {
  /** Sends a request to a path below /api/console, with the session cookie and the CSRF token. */
  call: Call
  user: Session['user']
  /** Scope of the user's organization, in which the user is the author of changes. */
  scope: OrganizationScope
  password: string
  /** Value of the `Cookie` header: `tocsin_session=…`. */
  cookie: string
  csrfToken: string
}

const password = 'correct horse battery'

/** Adds a user with this role to the organization of `operator`, and signs the user in to the server at `url`. */
export async function signInAs(url: string, operator: OrganizationScope, role: Role): Promise<SignedIn> {
  const email = `${randomUUID()}@example.com`
  const id = await addUser(operator, { name: `Maren Holt (${role})`, email, role, password })
  const { cookie, session } = await signIn(url, email, password)
  return {
    call: consoleCallerOf(url, { cookie, 'x-csrf-token': session.csrfToken }),
    user: session.user,
    scope: operator.actingAs(id),
    password,
    cookie,
    csrfToken: session.csrfToken,
  }
}

/** Signs in with an e-mail address and password. Throws an error if the server rejects the sign-in. */
export async function signIn(url: string, email: string, given: string): Promise<{ cookie: string; session: Session }> {
  const response = await consoleCallerOf(url)<Session>('POST', '/session', { body: { email, password: given } })
  if (response.status !== 200) throw new Error(`sign-in answered ${JSON.stringify(response.body)}`)
  return { cookie: cookieIn(response.headers), session: response.body }
}

/** Returns the first cookie of a response as `name=value`, without attributes. */
export const cookieIn = (headers: Headers): string => headers.getSetCookie()[0]!.split(';', 1)[0]!

/** Makes a function that sends requests to paths below /api/console with these headers. */
export const consoleCallerOf = (url: string, always: Record<string, string> = {}): Call =>
  callerOf(`${url}/api/console`, always)
