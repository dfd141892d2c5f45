import { randomUUID } from 'node:crypto'
import type { Role, Session } from '@tocsin/contract/console/session.ts'
import { addUser } from '../../src/directory/users/add.ts'
import type { OrganizationScope } from '../../src/scope.ts'
import { callerOf, type Call } from './caller.ts'

/** Somebody of the staff, signed in to the console. */
export interface SignedIn {
  /** Calls one path below /api/console with the cookie, and the CSRF token where the call writes. */
  call: Call
  user: Session['user']
  /** Id of the user. */
  scope: OrganizationScope
  password: string
  /** For the header of that name: `tocsin_session=…`. */
  cookie: string
  csrfToken: string
}

const password = 'correct horse battery'

/** Adds somebody with this role to the Organization of the operator, and signs them in at the server. */
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

/** Signs in with an email and a password that are right. */
export async function signIn(url: string, email: string, given: string): Promise<{ cookie: string; session: Session }> {
  const answer = await consoleCallerOf(url)<Session>('POST', '/session', { body: { email, password: given } })
  if (answer.status !== 200) throw new Error(`sign-in answered ${JSON.stringify(answer.body)}`)
  return { cookie: cookieIn(answer.headers), session: answer.body }
}

/** Cookies that a browser would send back. */
export const cookieIn = (headers: Headers): string => headers.getSetCookie()[0]!.split(';', 1)[0]!

/** Calls paths below /api/console with these headers. */
export const consoleCallerOf = (url: string, always: Record<string, string> = {}): Call =>
  callerOf(`${url}/api/console`, always)
