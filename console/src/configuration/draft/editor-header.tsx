import { Button } from '@mantine/core'
import { useState } from 'react'
import { PageHeader } from '../../kit/pages/page-header.tsx'
import { configurationTexts } from '../../texts/configuration.ts'
import { configurationDraftTexts as texts } from '../../texts/configuration-draft.ts'
import { BackLink } from '../back-link.tsx'
import { DiscardDialog } from './save/discard-dialog.tsx'
import { isUnsaved, type EditedDraft, type EditedState } from './model/edited-draft.ts'
import { focusControl } from './control-ids.ts'
import { problemListId } from './save/problem-list.tsx'
import { PublishDialog } from './save/publish-dialog.tsx'

interface EditorHeaderProps {
  draft: EditedDraft
  state: EditedState
  hasProblems: boolean
}

/** Page heading with the buttons to publish and to discard the draft. */
export function EditorHeader({ draft, state, hasProblems }: EditorHeaderProps) {
  const [dialog, setDialog] = useState<'publish' | 'discard'>()
  const close = () => setDialog(undefined)
  const publish = async () => {
    const saved = await draft.saveNow().catch(() => undefined)
    // After a conflict or an error, `saved` is undefined, and the editor already shows the reason.
    if (!saved) return
    if (saved.violations.length === 0) setDialog('publish')
    else focusControl(problemListId)
  }
  const discard = async () => {
    // Save first, because a pending save would otherwise reach the server after the discard and create a new draft.
    await draft.saveNow().catch(() => undefined)
    if (!draft.state().theirs) setDialog('discard')
  }
  const isEdited = state.saved.updatedAt !== null || isUnsaved(state)
  return (
    <>
      <PageHeader
        above={<BackLink />}
        title={configurationTexts.draft.title}
        actions={
          <>
            <Button variant="default" disabled={!isEdited || state.theirs !== null} onClick={() => void discard()}>
              {texts.discard.action}
            </Button>
            <Button
              disabled={!isEdited || state.theirs !== null}
              aria-describedby={hasProblems ? problemListId : undefined}
              onClick={() => void publish()}
            >
              {texts.publish.action}
            </Button>
          </>
        }
      />
      {dialog === 'publish' && <PublishDialog draft={draft} state={state} onClose={close} />}
      {dialog === 'discard' && <DiscardDialog draft={draft} onClose={close} />}
    </>
  )
}
