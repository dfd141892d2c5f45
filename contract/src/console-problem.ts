import { filesMaximum } from './limits.ts'
import type { ProblemEntry } from './problem.ts'

/** The problems that only the staff console's own API answers with, below /api/console. */
export const consoleProblems = {
  current_password_wrong: {
    status: 400,
    title: 'The current password is not right',
    documentation: 'Whoever changes a password gives the current one, so that an unattended screen is not enough.',
  },
  too_many_files: {
    status: 400,
    title: 'Too many files at once',
    documentation: `A Comment takes up to ${filesMaximum} files. Nothing was stored; write a second Comment for the others.`,
  },
  not_signed_in: {
    status: 401,
    title: 'Nobody is signed in',
    documentation: 'The session is over: signed out, expired, or ended by a new password. Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    title: 'The email address or the password is not right',
    documentation:
      'The answer is the same, and takes as long, whether anybody has the address or not. After ten failures within 15 ' +
      'minutes the address is locked.',
  },
  administrators_only: {
    status: 403,
    title: 'Only administrators may do this',
    documentation: 'The user who is signed in is a member. An administrator can do it, or change the role.',
  },
  csrf_token_invalid: {
    status: 403,
    title: 'The request did not come from the console',
    documentation:
      'A write carries the `csrfToken` of the session in the header `x-csrf-token`, and is made from a page of this ' +
      'server. Load the console again. Behind a proxy, `PUBLIC_URL` must be the address that people see.',
  },
  comment_not_yours: {
    status: 403,
    title: 'The Comment is not yours',
    documentation: 'People change and delete their own Comments; administrators may delete those of others too.',
  },
  view_not_yours: {
    status: 403,
    title: 'The view is not yours',
    documentation:
      'Whoever saved a shared view may change it, and so may administrators. Save one of your own instead.',
  },
  view_not_found: {
    status: 404,
    title: 'There is no such view',
    documentation: 'The organization has no view with this identifier, or it is private to somebody else.',
  },
  transition_not_allowed: {
    status: 409,
    title: 'The workflow does not allow this transition',
    documentation:
      'From the state that the Incident is in now, the workflow leads to other states; `detail` names them. Somebody ' +
      'may have moved the Incident meanwhile: look at it again.',
  },
  too_many_views: {
    status: 409,
    title: 'No more views can be saved',
    documentation: 'One user keeps up to 100 views. Delete some that are no longer used.',
  },
  incident_changed: {
    status: 412,
    title: 'The Incident was changed meanwhile',
    documentation:
      'An edit names the `lastModifiedAt` that it was made from in `If-Match`, and the Incident has another one by now. ' +
      'Nothing was stored: read the Incident again and repeat the edit where it still makes sense.',
  },
  organization_ambiguous: {
    status: 409,
    title: 'The address and password belong to several organizations',
    documentation: 'Sign in again with the `organizationId` of one of `organizations`.',
  },
  set_up_closed: {
    status: 409,
    title: 'This server has been set up',
    documentation:
      'The first administrator is set up once. Further ones are added by an administrator or with `tocsin users add`.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many live updates are open',
    documentation:
      'One user may have 20 streams open on one server process. Close some windows of the console; until then this one ' +
      'is brought up to date by loading it again.',
  },
  sign_in_locked: {
    status: 429,
    title: 'Too many failed attempts to sign in',
    documentation:
      'Sign-in with this address is locked for 15 minutes, whether anybody has it or not. Wait as long as ' +
      '`Retry-After` says; `tocsin users set-password` ends the lock. Sessions that are open stay open.',
  },
} as const satisfies Record<string, ProblemEntry>
