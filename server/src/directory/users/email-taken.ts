import { Problem } from '../../problem.ts'

/** Whatever the case of its letters, one address belongs to one user. */
export const emailTaken = (email: string): Problem =>
  new Problem('email_taken', { detail: `Another user of the organization has the address ${email}.` })
