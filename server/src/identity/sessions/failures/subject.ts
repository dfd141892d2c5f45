import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * SHA-256 digest of the subject under which failed attempts are counted. Only the digest is stored, because people type
 * their password into the e-mail field by mistake.
 */
export type FailureSubject = Buffer

const subjectOf = (text: string): FailureSubject => hash('sha256', text, 'buffer')

/**
 * Makes the subject for sign-in attempts of a user on all browsers on which the user has never signed in. These
 * browsers share one count.
 */
export const userSubject = (userId: Uuid) => subjectOf(`user ${userId}`)
/** Makes the subject for sign-in attempts of a user on a browser on which the user has signed in before. */
export const deviceSubject = (deviceId: string, userId: Uuid) => subjectOf(`device ${deviceId} ${userId}`)
/**
 * Makes the subject for sign-in attempts with an unknown e-mail address.
 * @param foldedEmail the address in lower case.
 */
export const addressSubject = (foldedEmail: string) => subjectOf(`address ${foldedEmail}`)
/** Makes the subject for wrong current passwords that a user enters in a session to change the password. */
export const sessionSubject = (sessionId: Uuid) => subjectOf(`session ${sessionId}`)
/** Makes the subject for wrong set-up codes from a network. */
export const setUpSubject = (network: string) => subjectOf(`set-up ${network}`)
