import { filesMaximum } from '../limits.ts'
import type { ProblemEntry } from '../api/problem.ts'

/** The problems that only the staff console's own API answers with, below /api/console. */
export const consoleProblems = {
  current_password_wrong: {
    status: 400,
    title: 'The current password is wrong',
    documentation: 'Changing a password requires the current one, so that an unattended screen is not enough.',
  },
  email_taken: {
    status: 400,
    title: 'The email address belongs to another user',
    documentation:
      'Another user of the organization, perhaps an archived one, has this address; the case of its letters makes no ' +
      'difference. Every user needs an address of their own.',
  },
  too_many_files: {
    status: 400,
    title: 'Too many files at once',
    documentation: `A Comment takes up to ${filesMaximum} files. Nothing was stored; write a second Comment for the others.`,
  },
  not_signed_in: {
    status: 401,
    title: 'Nobody is signed in',
    documentation: 'The session has ended: by signing out, by expiry, or by a new password. Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    title: 'The email address or the password is wrong',
    documentation:
      'The answer is the same, and takes as long, whether or not a user has the address. After ten failures within 15 ' +
      'minutes the address is locked for new browsers.',
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
      'A write must carry the `csrfToken` of the session in the header `x-csrf-token` and come from a page of this ' +
      'server. Reload the console. Behind a proxy, `PUBLIC_URL` must be the address that people see.',
  },
  comment_not_yours: {
    status: 403,
    title: 'The Comment is not yours',
    documentation: 'Users may change and delete their own Comments; administrators may also delete those of others.',
  },
  view_not_yours: {
    status: 403,
    title: 'The view is not yours',
    documentation:
      'Only the user who saved a shared view and administrators may change it. Save a view of your own instead.',
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
      'The workflow allows other transitions from the state that the Incident is in now; `detail` names them. Somebody ' +
      'may have moved the Incident in the meantime: look at it again.',
  },
  too_many_views: {
    status: 409,
    title: 'No more views can be saved',
    documentation: 'One user keeps up to 100 views. Delete some that are no longer used.',
  },
  incident_changed: {
    status: 412,
    title: 'The Incident has changed in the meantime',
    documentation:
      'An edit sends in `If-Match` the `lastModifiedAt` that it is based on, and the Incident has a newer one by now. ' +
      'Nothing was stored: read the Incident again and repeat the edit if it still makes sense.',
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
      'The first administrator is set up once. Others are added by an administrator or with `tocsin users add`.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many live updates are open',
    documentation:
      'One user may have 20 streams open on one server process. Close some windows of the console; until then, reload ' +
      'this window to bring it up to date.',
  },
  sign_in_locked: {
    status: 429,
    title: 'Too many failed attempts to sign in',
    documentation:
      'For 15 minutes nobody can sign in with this address on a browser where its user has not signed in before, whether ' +
      'or not a user has it; a browser that is known has ten attempts of its own. Changing a password is locked in the same ' +
      'way after ten wrong current passwords in one session. Wait as long as `Retry-After` says; `tocsin users ' +
      'set-password` ends the lock. Sessions that are open stay open.',
  },
} as const satisfies Record<string, ProblemEntry>
