import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * SHA-256 digest of the subject for which failed attempts are counted. Only the digest is stored, because people type
 * their password into the e-mail field by mistake.
 */
export type FailureSubject = Buffer

const subjectOf = (text: string): FailureSubject => hash('sha256', text, 'buffer')

/**
 * Makes the subject under which sign-in attempts for a user are counted if they come from a browser in which the user
 * has never signed in. All such browsers share one count.
 */
export const userSubject = (userId: Uuid) => subjectOf(`user ${userId}`)
/**
 * Makes the subject under which sign-in attempts from a browser are counted, if the user has signed in there before.
 */
export const deviceSubject = (deviceId: string, userId: Uuid) => subjectOf(`device ${deviceId} ${userId}`)
/**
 * Makes the subject under which sign-in attempts with an unknown e-mail address are counted.
 * @param foldedEmail the address in lower case.
 */
export const addressSubject = (foldedEmail: string) => subjectOf(`address ${foldedEmail}`)
/**
 * Makes the subject under which wrong current passwords are counted when a user changes their password in a session.
 */
export const sessionSubject = (sessionId: Uuid) => subjectOf(`session ${sessionId}`)
/** Makes the subject under which wrong set-up codes from a network are counted. */
export const setUpSubject = (network: string) => subjectOf(`set-up ${network}`)
