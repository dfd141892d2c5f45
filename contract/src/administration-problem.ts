import { importMaximumBytes, importMaximumLines } from './limits.ts'
import type { ProblemEntry } from './problem.ts'

/** The problems that administrators meet: in the console, and some at the command line. */
export const administrationProblems = {
  configuration_draft_changed: {
    status: 409,
    title: 'The draft was changed meanwhile',
    documentation:
      'Somebody else saved, published or discarded the draft since it was read. Nothing was stored: read it again, and ' +
      'repeat what still makes sense.',
  },
  configuration_draft_outdated: {
    status: 409,
    title: 'A newer revision was published meanwhile',
    documentation:
      'The draft is based on an older revision than the current one; publishing it would undo what the newer one ' +
      'changed. Look at the difference, then publish with `replacesRevision`, or discard the draft.',
  },
  configuration_unchanged: {
    status: 409,
    title: 'The configuration says what the current revision says',
    documentation:
      'A revision that changes nothing would only make field apps fetch it. `creationConfigVersion` names the current ' +
      'one.',
  },
  workflow_changed: {
    status: 409,
    title: 'The workflow was changed meanwhile',
    documentation:
      'Somebody else changed the workflow since it was read. Nothing was stored: read it again, and repeat what still ' +
      'makes sense.',
  },
  workflow_state_in_use: {
    status: 409,
    title: 'A state that Incidents are in cannot be removed',
    documentation:
      'Move the Incidents to another state first. The initial state receives new ones at every moment: make another ' +
      'one initial, save, and remove it then. Nothing was stored.',
  },
  used_as_default: {
    status: 409,
    title: 'A profile has it as default',
    documentation:
      'A profile of the current creation configuration fills it in, and what is archived cannot be used: every creation ' +
      'under that profile would be refused. Publish a revision without it first.',
  },
  last_administrator: {
    status: 409,
    title: 'It would leave no administrator',
    documentation:
      'Somebody must be able to sign in and administer the organization. Make another user administrator first, with a ' +
      'password.',
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
