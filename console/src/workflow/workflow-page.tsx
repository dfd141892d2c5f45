import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Workflow } from '@tocsin/contract/console/workflow.ts'
import { useState } from 'react'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.tsx'
import { LeaveGuard } from '../kit/dialogs/leave-guard.tsx'
import { useRegainFocusAfter } from '../kit/forms/use-regain-focus-after.ts'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { workflowTexts } from '../texts/workflow.ts'
import { Editor } from './editor/editor.tsx'
import { reachableStates } from './editor/layout.ts'
import { nameViolation } from './editor/name-violation.ts'
import { workflowQuery } from './queries.ts'
import { SaveOutcome } from './draft/save-outcome.tsx'
import { UnreachableDialog } from './draft/unreachable-dialog.tsx'
import { useDraft } from './draft/use-draft.ts'
import { useOpenState } from './editor/use-open-state.ts'
import { useSave } from './draft/use-save.ts'
import classes from './workflow-page.module.css'

const texts = workflowTexts

/** Page that shows the workflow as a picture and as a list. Both edit the same draft, which is saved as a whole. */
export function WorkflowPage() {
  const workflow = useQuery(workflowQuery)
  if (workflow.data) return <LoadedWorkflow current={workflow.data} />
  return (
    <>
      <PageHeader title={texts.title} actions={<Actions isDirty={false} />} />
      <Text c="dimmed" mb="md">
        {texts.explanation}
      </Text>
      <LoadState queries={[workflow]} skeleton={<EditorSkeleton />} />
    </>
  )
}

function LoadedWorkflow({ current }: { current: Workflow }) {
  const draft = useDraft(current)
  const saving = useSave(draft)
  const open = useOpenState()
  const [isDiscarding, setDiscarding] = useState(false)
  const stopAsking = () => setDiscarding(false)
  const discard = () => {
    stopAsking()
    draft.discard()
    saving.forget()
  }
  const [isAsking, setAsking] = useState(false)
  const reachable = reachableStates(draft.workflow)
  const unreachable = draft.workflow.states.filter(({ id }) => !reachable.has(id))
  const save = () => {
    const invalid = draft.workflow.states.find((state) => nameViolation(draft.workflow, state))
    if (invalid) open.focus(invalid.id)
    else if (unreachable.length > 0) setAsking(true)
    else saving.save()
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        aside={draft.isDirty && <Badge variant="outline">{texts.unsaved}</Badge>}
        actions={
          <Actions
            isDirty={draft.isDirty}
            isSaving={saving.isPending}
            onDiscard={() => setDiscarding(true)}
            onSave={save}
          />
        }
      />
      <Text c="dimmed" mb="md">
        {texts.explanation}
      </Text>
      <SaveOutcome
        error={saving.error}
        theirChanges={saving.theirChanges}
        current={current}
        workflow={draft.workflow}
      />
      <Editor draft={draft} open={open} />
      <LeaveGuard isUnsaved={() => draft.isDirty} onLeave={draft.discard} question={texts.leave} />
      {isAsking && (
        <UnreachableDialog
          names={unreachable.map(({ name }) => name)}
          onSave={() => {
            setAsking(false)
            saving.save()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {isDiscarding && (
        <ConfirmDialog
          title={texts.leave.title}
          cancel={texts.leave.cancel}
          confirm={texts.leave.confirm}
          onConfirm={discard}
          onClose={stopAsking}
        >
          <Text size="sm">{texts.leave.explanation}</Text>
        </ConfirmDialog>
      )}
    </>
  )
}

interface ActionsProps {
  isDirty: boolean
  isSaving?: boolean
  onDiscard?: () => void
  onSave?: () => void
}

function Actions({ isDirty, isSaving = false, onDiscard, onSave }: ActionsProps) {
  useRegainFocusAfter(isSaving)
  return (
    <>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button disabled={!isDirty} loading={isSaving} onClick={onSave}>
        {texts.save}
      </Button>
    </>
  )
}

const EditorSkeleton = () => (
  <div className={classes.columns} aria-busy="true">
    <Skeleton className={classes.picture!} />
    <RowsSkeleton rows={5} heightPx={56} />
  </div>
)
