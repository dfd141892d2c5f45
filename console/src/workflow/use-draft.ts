import type { Workflow } from '@tocsin/contract/workflow.ts'
import { useState } from 'react'
import type { Edit } from './edit.ts'
import { mergePictures } from './merge.ts'
import { isSamePicture, pictureOf, type Picture } from './picture.ts'

export interface Draft {
  /** What was read when editing began; a draft is saved on top of it, or not at all. */
  base: Workflow
  picture: Picture
}

/** The picture as it is being edited; while nothing differs, it follows what is read. */
export function useDraft(current: Workflow) {
  const [draft, setDraft] = useState<Draft>()
  const isDirty = draft !== undefined && !isSamePicture(draft.picture, pictureOf(draft.base))
  const base = isDirty ? draft.base : current
  return {
    base,
    picture: isDirty ? draft.picture : pictureOf(current),
    isDirty,
    edit: (edit: Edit) =>
      setDraft((before) => {
        // Several edits may come before the next drawing.
        const begun = before && !isSamePicture(before.picture, pictureOf(before.base)) ? before : undefined
        return { base: begun?.base ?? current, picture: edit(begun?.picture ?? pictureOf(current)) }
      }),
    /** Goes on from what is stored by now: what differs from the picture that was sent or read before is kept. */
    rebase: (known: Picture, onto: Workflow) =>
      setDraft((before) => before && { base: onto, picture: mergePictures(known, before.picture, pictureOf(onto)) }),
    discard: () => setDraft(undefined),
  }
}

export type DraftState = ReturnType<typeof useDraft>
