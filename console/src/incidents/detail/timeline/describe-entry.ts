import {
  IconArrowRight,
  IconFlag,
  IconMessage,
  IconPaperclip,
  IconPencil,
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

/** Description of one changed field for users, with the old and the new value as text. */
export interface DescribedChange {
  field: string
  label: string
  from: string
  to: string
}

export interface DescribedEntry {
  /** Description of the action, shown after the user's name. */
  what: string
  changes: DescribedChange[]
}

/**
 * Describes a timeline entry for users. If the entry records an edit, transition or assignment, the description lists
 * each changed field with its old and new value.
 */
export const describeEntry = (entry: TimelineEntry, names: Names): DescribedEntry =>
  descriptionOf(entry.kind).describe(entry, names)

export const iconOf = (kind: string): Icon => descriptionOf(kind).icon

interface Description {
  icon: Icon
  describe: (entry: TimelineEntry, names: Names) => DescribedEntry
}

const said = (say: (entry: TimelineEntry) => string) => (entry: TimelineEntry) => ({ what: say(entry), changes: [] })
const changed = (what: string) => (entry: TimelineEntry, names: Names) => ({
  what,
  changes: describeChanges(entry.changes, names),
})

const descriptions: Record<TimelineKind, Description> = {
  comment_added: {
    icon: IconMessage,
    describe: said(({ comment }) =>
      comment?.madeThroughApi ? `${commentTexts.commented} ${commentTexts.throughApi}` : commentTexts.commented,
    ),
  },
  comment_removed: {
    icon: IconTrash,
    describe: said(({ actor, changes }) => texts.commentDeleted(changes.createdBy === actor.id)),
  },
  incident_created: {
    icon: IconFlag,
    describe: said(({ actor }) => (actor.kind === 'external_api_auditor' ? texts.createdThroughApi : texts.created)),
  },
  incident_edited: { icon: IconPencil, describe: changed(texts.edited) },
  incident_transitioned: { icon: IconArrowRight, describe: changed(texts.transitioned) },
  incident_assigned: { icon: IconUser, describe: changed(texts.assigned) },
  media_attached: { icon: IconPaperclip, describe: said(({ changes }) => texts.fileAttached(nameIn(changes))) },
  media_removed: { icon: IconTrash, describe: said(({ changes }) => texts.fileRemoved(nameIn(changes))) },
}

/** Description for kinds of events that this console does not know, because the server is newer. */
const otherDescription: Description = { icon: IconPencil, describe: changed(texts.other) }

const descriptionOf = (kind: string): Description =>
  (descriptions as Partial<Record<string, Description>>)[kind] ?? otherDescription

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
