import { Text, VisuallyHidden } from '@mantine/core'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { useMemo, useRef, useState } from 'react'
import { regainFocus } from '../../kit/dialogs/regain-focus.ts'
import { workflowTexts } from '../../texts/workflow.ts'
import { removeState, type Edit } from '../draft/edit.ts'
import { PictureEditor } from './picture-editor.tsx'
import { removalObstacle, CannotRemoveStateDialog, type RemovalObstacle } from './cannot-remove-state-dialog.tsx'
import { StateList } from './state-list.tsx'
import type { DraftState } from '../draft/use-draft.ts'
import type { OpenState } from './use-open-state.ts'
import classes from '../workflow-page.module.css'

/** Props shared by the picture of the workflow and the list of states. */
export interface EditingProps {
  workflow: WorkflowContent
  incidentCounts: ReadonlyMap<Uuid, number>
  open: OpenState
  onEdit: (edit: Edit) => void
  /** Removes a state, or explains why it cannot be removed. */
  onRemove: (id: Uuid) => void
  /** Announces a text to screen readers. */
  announce: (text: string) => void
}

/** Workflow editor with a picture for mouse users, and a list with the same functions for keyboard, voice and touch. */
export function Editor({ draft, open }: { draft: DraftState; open: OpenState }) {
  const [obstacle, setObstacle] = useState<RemovalObstacle>()
  const [announcement, announce] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const { base, workflow, edit } = draft
  const incidentCounts = useMemo(
    () => new Map(base.states.map(({ id, incidentCount }) => [id, incidentCount])),
    [base.states],
  )
  const editing: EditingProps = {
    workflow,
    incidentCounts,
    open,
    onEdit: edit,
    onRemove(id) {
      const found = removalObstacle(id, workflow, base)
      if (found) return setObstacle(found)
      edit(removeState(id))
      // Focus the add button, because the focused element was removed together with the state.
      requestAnimationFrame(() => regainFocus(addButton.current))
    },
    announce,
  }
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <div className={classes.picture}>
          <PictureEditor {...editing} />
        </div>
        <Text size="sm" c="dimmed" className={classes.hint!}>
          {workflowTexts.picture.hint}
        </Text>
      </div>
      <StateList {...editing} addButton={addButton} />
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      {obstacle && <CannotRemoveStateDialog obstacle={obstacle} onClose={() => setObstacle(undefined)} />}
    </div>
  )
}
