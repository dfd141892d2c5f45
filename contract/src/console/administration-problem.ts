import { importMaximumBytes, importMaximumLines } from '../limits.ts'
import type { ProblemEntry } from '../api/problem.ts'

/** The problems that administrators meet: in the console, and some at the command line. */
export const administrationProblems = {
  metrics_token_required: {
    status: 401,
    title: 'The metrics need a token',
    documentation: 'Send `Authorization: Bearer <token>` with the value of `METRICS_TOKEN` to `/metrics`.',
  },
  configuration_draft_changed: {
    status: 409,
    title: 'The draft has changed in the meantime',
    documentation:
      'Somebody else has saved, published or discarded the draft since it was read. Nothing was stored: read it again ' +
      'and repeat what still makes sense.',
  },
  configuration_draft_outdated: {
    status: 409,
    title: 'A newer revision has been published',
    documentation:
      'The draft is based on an older revision than the current one; publishing it would undo what the newer one ' +
      'changed. Look at the difference, then publish with `replacesRevision`, or discard the draft.',
  },
  configuration_unchanged: {
    status: 409,
    title: 'The configuration is the same as the current revision',
    documentation:
      'A revision without changes would make field apps fetch it for nothing. `creationConfigVersion` names the ' +
      'current one.',
  },
  workflow_changed: {
    status: 409,
    title: 'The workflow has changed in the meantime',
    documentation:
      'Somebody else has changed the workflow since it was read. Nothing was stored: read it again and repeat what ' +
      'still makes sense.',
  },
  workflow_state_in_use: {
    status: 409,
    title: 'A state that Incidents are in cannot be removed',
    documentation:
      'Move the Incidents to another state first. New Incidents can enter the initial state at any time: make another ' +
      'state initial, save, and then remove it. Nothing was stored.',
  },
  used_as_default: {
    status: 409,
    title: 'It is a default in a profile',
    documentation:
      'A profile of the current creation configuration uses it as a default. Once archived it cannot be used, so every ' +
      'creation under that profile would be refused. Publish a revision without it first.',
  },
  last_administrator: {
    status: 409,
    title: 'This would leave no administrator',
    documentation:
      'Somebody must be able to sign in and administer the organization. First make another user an administrator, with ' +
      'a password.',
  },
  import_unreadable: {
    status: 400,
    title: 'The file cannot be imported',
    documentation:
      'It is UTF-8 text with commas or semicolons between its values, at most ' +
      `${importMaximumLines.toLocaleString('en')} lines in ${importMaximumBytes / 1024 ** 2} MiB, and its first line ` +
      'names the columns: `location`, and if wanted `locationExternalId` and `point`. Nothing was stored.',
  },
} as const satisfies Record<string, ProblemEntry>
