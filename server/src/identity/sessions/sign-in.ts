import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { SignIn } from '@tocsin/contract/console/session.ts'
import type { Database } from '../../database/open.ts'
import { Problem } from '../../problem.ts'
import { OrganizationScope } from '../../scope.ts'
import { countAttempt } from './failures/count-attempt.ts'
import type { Device } from './device.ts'
import { deleteStaleFailures, forgetFailures } from './failures/queries.ts'
import { addressSubject, deviceSubject, userSubject } from './failures/subject.ts'
import { openSession, type OpenedSession } from './open.ts'
import { nobodysHash, verifyPassword } from '../password/hash.ts'
import type { PasswordQueue } from '../password/queue.ts'
import { findHoldersOfEmail, holdUnchanged, type Holder } from './queries.ts'

/** Caller who asks to sign in. */
export interface Visitor {
  userAgent: string | undefined
  /** The network the request comes from. */
  network: string
  /** Undefined where nobody has signed in on this browser before. */
  device: Device | undefined
}

/**
 * Opens a session for the user with the email and the password, in the organization that is named or the only one.
 * @throws Problem `sign_in_failed` alike for an unknown email, a wrong password and a user without one;
 *   `sign_in_locked` after ten failures; `organization_ambiguous` when they are right in several organizations;
 *   `unavailable` while too many others sign in.
 */
export async function signIn(
  database: Database,
  passwords: PasswordQueue,
  { email, password, organizationId }: SignIn,
  visitor: Visitor,
): Promise<OpenedSession> {
  const [holder, ...others] = await passwords.run(laneOf(visitor), () =>
    findRight(database, { email, password, organizationId }, visitor.device),
  )
  if (!holder) throw new Problem('sign_in_failed')

  if (others.length > 0) {
    const organizations = [holder, ...others].map((one) => ({ id: one.organizationId, name: one.organizationName }))
    throw new Problem('organization_ambiguous', { organizations })
  }
  const scope = new OrganizationScope(holder.organizationId, holder.id, database)
  return scope.transaction(async (inner) => {
    if (!(await holdUnchanged(inner, holder.passwordHash!))) throw new Problem('sign_in_failed')
    return openSession(inner, visitor.userAgent)
  })
}

/** The email is not part of it: anybody can send any. */
const laneOf = ({ device, network }: Visitor) =>
  device ? { isKnown: true, key: device.userIds[0] } : { isKnown: false, key: network }

/** @returns the users who have the email and the password, and forgets the failures counted for them. */
async function findRight(
  database: Database,
  { email, password, organizationId }: SignIn,
  device: Device | undefined,
): Promise<Holder[]> {
  const { foldedEmail, holders } = await findHoldersOfEmail(database, email, organizationId)
  await deleteStaleFailures(database)
  const candidates = await countForEach(database, foldedEmail, holders, device)
  const right = await whoseItIs(candidates, password)
  if (right.length > 0) {
    await forgetFailures(
      database,
      right.map(({ subject }) => subject),
    )
  }
  return right
}

/** Verifies at least once, so that the time reveals little about who has the address. */
async function whoseItIs(candidates: Candidate[], password: string): Promise<Candidate[]> {
  const right: Candidate[] = []
  for (const candidate of candidates) {
    if (await verifyPassword(password, candidate.passwordHash ?? nobodysHash)) right.push(candidate)
  }
  return right
}

type Candidate = Holder & { subject: Buffer }

/**
 * Counts for each user by themselves: an administrator who adds somebody else's address to their own organization, and
 * signs in with it, resets nobody's count but their own. A user who signed in on this device before has an allowance
 * there; once it is used up, they are a stranger like everybody else.
 * @throws Problem `sign_in_locked` when no attempt is left for anybody.
 */
async function countForEach(
  database: Database,
  foldedEmail: string,
  holders: Holder[],
  device: Device | undefined,
): Promise<Candidate[]> {
  const isKnown = ({ id }: Holder): boolean => device?.userIds.includes(id) === true
  const known = holders.filter(isKnown).map((holder) => ({ ...holder, subject: deviceSubject(device!.id, holder.id) }))
  const allowed = known.length > 0 ? await countAttempt(database, known).catch(ignoreLock) : []

  const allowedIds = new Set<Uuid>(allowed.map(({ id }) => id))
  const strangers = holders
    .filter(({ id }) => !allowedIds.has(id))
    .map((holder) => ({ ...holder, subject: userSubject(holder.id) }))
  if (holders.length === 0) strangers.push({ ...nobody, subject: addressSubject(foldedEmail) })
  if (strangers.length === 0) return allowed
  const open = countAttempt(database, strangers)
  return [...allowed, ...(await (allowed.length > 0 ? open.catch(ignoreLock) : open))]
}

/** Stands in for an address that nobody has; no password is right. */
const nobody: Holder = { id: '', passwordHash: null, organizationId: '', organizationName: '' }

function ignoreLock(error: unknown): never[] {
  if (error instanceof Problem && error.code === 'sign_in_locked') return []
  throw error
}
