import { Problem } from '../../problem.ts'

/** Describes a conflict of email addresses, which are unique in an organization regardless of case. */
export const emailTaken = (email: string): Problem =>
  new Problem('email_taken', { detail: `Another user of the organization has the address ${email}.` })
