import {
  IconArrowRight,
  IconFlag,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconRestore,
  IconTrash,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import type { TimelineEntry, TimelineKind } from '@tocsin/contract/events/timeline.ts'
import { commentTexts } from '../../../texts/comments.ts'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import type { Names } from '../../../incident-form/names.ts'
import { valueInWords } from '../../../incident-form/value-in-words.ts'

const texts = incidentDetailTexts.timeline

/** One changed field, described for users: its label, and its old and new value as text. */
export interface DescribedChange {
  field: string
  label: string
  from: string
  to: string
}

export interface DescribedEntry {
  /** Description of the action, shown after the user's name. */
  action: string
  changes: DescribedChange[]
}

/**
 * Describes a timeline entry for users. If the entry records an edit, transition or assignment, the description lists
 * each changed field with its old and new value.
 */
export const describeEntry = (entry: TimelineEntry, names: Names): DescribedEntry =>
  descriptionOf(entry).describe(entry, names)

export const iconOf = (entry: TimelineEntry): Icon => descriptionOf(entry).icon

interface Description {
  icon: Icon
  describe: (entry: TimelineEntry, names: Names) => DescribedEntry
}

const actionOnly = (describeAction: (entry: TimelineEntry) => string) => (entry: TimelineEntry) => ({
  action: describeAction(entry),
  changes: [],
})
const changed = (action: string) => (entry: TimelineEntry, names: Names) => ({
  action,
  changes: describeChanges(entry.changes, names),
})

const edited: Description = { icon: IconPencil, describe: changed(texts.edited) }
const transitioned: Description = { icon: IconArrowRight, describe: changed(texts.transitioned) }
const assigned: Description = { icon: IconUser, describe: changed(texts.assigned) }

/** Descriptions by the kind of the entry. The description of a change depends on the most important changed field. */
const descriptions: Record<TimelineKind, Description | ((entry: TimelineEntry) => Description)> = {
  'comment.created': {
    icon: IconMessage,
    describe: actionOnly(({ comment }) =>
      comment?.madeThroughApi ? `${commentTexts.commented} ${commentTexts.throughApi}` : commentTexts.commented,
    ),
  },
  'comment.deleted': {
    icon: IconTrash,
    describe: actionOnly(({ actor, changes }) => texts.commentDeleted(changes.createdBy === actor.id)),
  },
  'incident.created': {
    icon: IconFlag,
    describe: actionOnly(({ actor }) =>
      actor.kind === 'external_api_auditor' ? texts.createdThroughApi : texts.created,
    ),
  },
  'incident.changed': ({ changes }) => {
    if (changes.stateId) return transitioned
    return changes.assigneeId ? assigned : edited
  },
  'incident.deleted': { icon: IconTrash, describe: changed(texts.deleted) },
  'incident.restored': { icon: IconRestore, describe: changed(texts.restored) },
  'media.attached': { icon: IconPaperclip, describe: actionOnly(({ changes }) => texts.fileAttached(nameIn(changes))) },
  'media.deleted': { icon: IconTrash, describe: actionOnly(({ changes }) => texts.fileRemoved(nameIn(changes))) },
}

/** Description for kinds of events that this console does not know, because the server is newer. */
const otherDescription: Description = { icon: IconPencil, describe: changed(texts.other) }

function descriptionOf(entry: TimelineEntry): Description {
  const known = Object.hasOwn(descriptions, entry.kind) ? descriptions[entry.kind as TimelineKind] : otherDescription
  return typeof known === 'function' ? known(entry) : known
}

const nameIn = ({ fileName }: TimelineEntry['changes']): string =>
  typeof fileName === 'string' ? fileName : texts.aFile

/**
 * Describes the changed fields, which an event records as `[from, to]`. Leaves out derived fields such as
 * `lastModifiedAt`.
 */
function describeChanges(changes: TimelineEntry['changes'], names: Names): DescribedChange[] {
  return Object.entries(changes).flatMap(([field, value]) => {
    if (!Object.hasOwn(fieldTexts, field) || !Array.isArray(value) || value.length !== 2) return []
    const nothing = field === 'assigneeId' ? texts.nobody : texts.nothing
    const [from, to] = value.map((one) => valueInWords(field, one, names) ?? nothing)
    return [{ field, label: fieldTexts[field as keyof typeof fieldTexts], from: from!, to: to! }]
  })
}
