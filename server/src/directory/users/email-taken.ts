import { Problem } from '../../problem.ts'

/** Makes the problem for an e-mail address that another user of the organization has, regardless of case. */
export const emailTaken = (email: string): Problem =>
  new Problem('email_taken', { detail: `Another user of the organization has the address ${email}.` })
