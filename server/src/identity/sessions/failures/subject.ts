import { hash } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'

/**
 * SHA-256 digest of the subject for which failed attempts are counted. Only the digest is stored, because people type
 * their password into the e-mail field by mistake.
 */
export type FailureSubject = Buffer

const subjectOf = (text: string): FailureSubject => hash('sha256', text, 'buffer')

/** Subject for sign-in attempts from all browsers on which the user has not signed in before. */
export const userSubject = (userId: Uuid) => subjectOf(`user ${userId}`)
/** Subject for sign-in attempts from one browser on which the user has signed in before. */
export const deviceSubject = (deviceId: string, userId: Uuid) => subjectOf(`device ${deviceId} ${userId}`)
/** Subject for sign-in attempts with an unknown e-mail address. PostgreSQL has turned the address into lower case. */
export const addressSubject = (foldedEmail: string) => subjectOf(`address ${foldedEmail}`)
/** Subject for attempts to change the password within one session. */
export const sessionSubject = (sessionId: Uuid) => subjectOf(`session ${sessionId}`)
