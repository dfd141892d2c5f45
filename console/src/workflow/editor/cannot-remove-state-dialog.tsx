import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { Dialog } from '../../kit/dialogs/dialog.tsx'
import { workflowTexts } from '../../texts/workflow.ts'

const texts = workflowTexts.removal

/** Reason why a state cannot be removed: incidents are in it, or it is the initial state. */
export interface RemovalObstacle {
  id: Uuid
  name: string
  isInitial: boolean
  incidentCount: number
}

/** Returns the reason why a state cannot be removed. The server checks the same. @param base the stored workflow. */
export function removalObstacle(id: Uuid, workflow: WorkflowContent, base: Workflow): RemovalObstacle | undefined {
  const stored = base.states.find((state) => state.id === id)
  const isInitial = workflow.initialStateId === id || stored?.isInitial === true
  const incidentCount = stored?.incidentCount ?? 0
  if (!isInitial && incidentCount === 0) return undefined
  return { id, name: workflow.states.find((state) => state.id === id)?.name ?? '', isInitial, incidentCount }
}

/** Explains why a state cannot be removed and links to its incidents. */
export function CannotRemoveStateDialog({ obstacle, onClose }: { obstacle: RemovalObstacle; onClose: () => void }) {
  const { id, name, isInitial, incidentCount } = obstacle
  return (
    <Dialog onClose={onClose} title={texts.title(name)}>
      <Stack>
        {isInitial && <Text>{texts.initial}</Text>}
        {incidentCount > 0 && <Text>{texts.occupied(incidentCount)}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.back}
          </Button>
          {incidentCount > 0 && (
            <Button renderRoot={(props) => <Link to="/incidents" search={{ stateId: [id] }} {...props} />}>
              {texts.show(incidentCount)}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
