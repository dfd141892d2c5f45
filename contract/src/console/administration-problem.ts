import { importMaximumBytes, importMaximumLines } from '../limits.ts'
import type { ProblemEntry } from '../api/problem.ts'

/**
 * Problems of administrative operations. The console API answers with these problems, and the command line reports some
 * of them.
 */
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
      'Another administrator has saved, published or discarded the draft since it was read. Nothing was stored. Read ' +
      'the draft again and repeat the changes that still apply.',
  },
  configuration_draft_outdated: {
    status: 409,
    title: 'A newer revision has been published',
    documentation:
      'The draft is based on an older revision than the current one. Publishing it would undo the changes of the newer ' +
      'revision. Review the difference, then publish with `replacesRevision`, or discard the draft.',
  },
  configuration_unchanged: {
    status: 409,
    title: 'The configuration is the same as the current revision',
    documentation:
      'A revision without changes would make field apps fetch it needlessly. `creationConfigVersion` is the current ' +
      'revision.',
  },
  already_configured: {
    status: 409,
    title: 'The organization is already configured',
    documentation:
      'A template gives a new organization its creation configuration and its workflow. It cannot be applied once a ' +
      'revision was published or the workflow was changed, because it would undo this work. Nothing was stored.',
  },
  workflow_changed: {
    status: 409,
    title: 'The workflow has changed in the meantime',
    documentation:
      'Another administrator has changed the workflow since it was read. Nothing was stored. Read the workflow again ' +
      'and repeat the changes that still apply.',
  },
  workflow_state_in_use: {
    status: 409,
    title: 'A state with incidents cannot be removed',
    documentation:
      'Move the incidents to another state first. To remove the initial state, first save the workflow with another ' +
      'initial state, because new incidents enter it at any time. Nothing was stored.',
  },
  used_as_default: {
    status: 409,
    title: 'A profile uses the entry as a default',
    documentation:
      'A profile of the current creation configuration has the entry as a default. Archived entries cannot be used, so ' +
      'every creation under that profile would be rejected. Publish a revision without this default first.',
  },
  last_administrator: {
    status: 409,
    title: 'The organization needs an administrator',
    documentation:
      'At least one administrator with a password must remain. First make another user an administrator, with a ' +
      'password.',
  },
  import_unreadable: {
    status: 400,
    title: 'The file cannot be imported',
    documentation:
      'The file must be UTF-8 text with commas or semicolons between its values and at most ' +
      `${importMaximumLines.toLocaleString('en')} lines in ${importMaximumBytes / 1024 ** 2} MiB. Its first line must ` +
      'name the columns: `location`, and optionally `locationExternalId` and `point`. Nothing was stored.',
  },
} as const satisfies Record<string, ProblemEntry>
