import { bulkMaximum, filesMaximum } from '../limits.ts'
import type { ProblemEntry } from '../api/problem.ts'

/** Problems that only the console API (`/api/console`) answers with. */
export const consoleProblems = {
  current_password_wrong: {
    status: 400,
    title: 'The current password is wrong',
    documentation: 'Changing a password requires the current one, so that an unattended screen is not enough.',
  },
  set_up_code_wrong: {
    status: 400,
    title: 'The set-up code is wrong',
    documentation:
      'A server without an organization logs a code when it starts: look for `setUpCode` in its log. If the code is ' +
      'lost, restart the server to get another one. After ten wrong codes from one network within 15 minutes, ' +
      'further wrong codes are answered with `sign_in_locked`. The right code is still accepted.',
  },
  email_taken: {
    status: 400,
    title: 'The email address belongs to another user',
    documentation:
      'Another user of the organization has this address, ignoring case. That user may be archived. Every user needs ' +
      'their own address.',
  },
  too_many_files: {
    status: 400,
    title: 'Too many files at once',
    documentation: `A comment can have up to ${filesMaximum} files. Nothing was stored. Attach the other files to a second comment.`,
  },
  too_many_incidents: {
    status: 400,
    title: 'Too many incidents for one bulk change',
    documentation: `A bulk change can change up to ${bulkMaximum.toLocaleString('en')} incidents. Nothing was changed. Use narrower filters, and change the incidents in several parts.`,
  },
  not_signed_in: {
    status: 401,
    title: 'Nobody is signed in',
    documentation: 'The session has ended because of a sign-out, its expiry or a new password. Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    title: 'The email address or the password is wrong',
    documentation:
      'Known and unknown addresses get the same response after the same time. After ten failures within 15 minutes the ' +
      'address is locked for new browsers.',
  },
  administrators_only: {
    status: 403,
    title: 'Only administrators may do this',
    documentation: 'The signed-in user is a member. Ask an administrator to do it, or to change the role.',
  },
  csrf_token_invalid: {
    status: 403,
    title: 'The request did not come from the console',
    documentation:
      'A write must have the `csrfToken` of the session in the header `x-csrf-token` and come from a page of this ' +
      'server. With `PUBLIC_URL`, the `Host` of every request must be its host name or a loopback name. Reload the ' +
      'console. Behind a proxy, `PUBLIC_URL` must be the address in the browser.',
  },
  comment_not_yours: {
    status: 403,
    title: 'The comment is not yours',
    documentation:
      'Users can change and delete their own comments. Administrators can also delete comments of other users.',
  },
  view_not_yours: {
    status: 403,
    title: 'The view is not yours',
    documentation: 'Only its owner and administrators can change a shared view. Save a view of your own instead.',
  },
  view_not_found: {
    status: 404,
    title: 'There is no such view',
    documentation: 'The organization has no view with this identifier, or it is private to another user.',
  },
  view_id_taken: {
    status: 409,
    title: 'There is already a view with this id',
    documentation:
      'Save the view under another id, or without an id. If you are restoring a deleted view, it is in the list of ' +
      'views again.',
  },
  too_many_views: {
    status: 409,
    title: 'No more views can be saved or shared',
    documentation: 'A user can have up to 100 views, and an organization up to 400 shared views. Delete unused ones.',
  },
  organization_ambiguous: {
    status: 409,
    title: 'The address and password belong to several organizations',
    documentation: 'Sign in again with the `organizationId` of one of `organizations`.',
  },
  set_up_closed: {
    status: 409,
    title: 'This server has been set up',
    documentation: 'An organization already exists. An administrator or `tocsin users add` can add users to it.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many live updates are open',
    documentation:
      'A user can have 20 streams open per server process. Close some windows of the console. Until then, reload this ' +
      'window to see changes.',
  },
  sign_in_locked: {
    status: 429,
    title: 'Too many failed attempts to sign in',
    documentation:
      'Ten attempts to sign in with this address have failed, so new browsers cannot sign in with it for 15 minutes. ' +
      'Unknown addresses are locked in the same way. A browser in which the user has signed in before has ten attempts ' +
      'of its own. Changing a password is locked after ten wrong current passwords in one session, and set-up with a ' +
      'wrong code after ten wrong codes from one network. Wait for the seconds in `Retry-After`, or end the lock of ' +
      'a user with `tocsin users set-password`. Open sessions stay open.',
  },
} as const satisfies Record<string, ProblemEntry>
