import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { Dialog } from '../../kit/dialogs/dialog.tsx'
import { workflowTexts } from '../../texts/workflow.ts'

const texts = workflowTexts.removal

/** Reason why a state cannot be removed: the state contains incidents, or it is the initial state. */
export type RemovalObstacle = Omit<Workflow['states'][number], 'isFinal'>

/**
 * Returns the reason why a state cannot be removed; undefined if it can be. The server checks the same rules.
 * @param base workflow as stored on the server.
 */
export function removalObstacle(id: Uuid, workflow: WorkflowContent, base: Workflow): RemovalObstacle | undefined {
  const stored = base.states.find((state) => state.id === id)
  const isInitial = workflow.initialStateId === id || stored?.isInitial === true
  const incidentCount = stored?.incidentCount ?? 0
  if (!isInitial && incidentCount === 0) return undefined
  return { id, name: workflow.states.find((state) => state.id === id)?.name ?? '', isInitial, incidentCount }
}

/** Dialog that explains why a state cannot be removed, with a link to the incidents in this state. */
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
