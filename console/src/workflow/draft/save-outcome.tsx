import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Workflow, WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { isProblem } from '../../api/api-problem.ts'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { workflowTexts } from '../../texts/workflow.ts'

const texts = workflowTexts

interface SaveOutcomeProps {
  error: Error | null
  theirChanges: readonly string[] | undefined
  /** Workflow as stored on the server. */
  current: Workflow
  workflow: WorkflowContent
}

/** Alerts that explain why the draft of the workflow was not saved, and the next step. */
export function SaveOutcome({ error, theirChanges, current, workflow }: SaveOutcomeProps) {
  return (
    <Stack gap="sm" mb={error || theirChanges ? 'md' : 0}>
      {theirChanges && (
        <Alert role="alert" title={texts.conflict.title} icon={<IconUsers aria-hidden />}>
          <Text size="sm">{texts.conflict.merged}</Text>
          <List size="sm" mt="xs">
            {theirChanges.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {isProblem(error, 'workflow_state_in_use') ? (
        <RemovedInUse message={error.message} current={current} workflow={workflow} />
      ) : (
        <ProblemAlert title={texts.saveFailed} error={error} />
      )}
    </Stack>
  )
}

/** Warns that the draft removes states that contain incidents on the server. Links to these incidents. */
function RemovedInUse({
  message,
  current,
  workflow,
}: Pick<SaveOutcomeProps, 'current' | 'workflow'> & { message: string }) {
  const ownStateIds = new Set(workflow.states.map(({ id }) => id))
  const occupied = current.states.filter(({ id, incidentCount }) => !ownStateIds.has(id) && incidentCount > 0)
  return (
    <Alert role="alert" color="red" title={texts.inUse}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {occupied.map(({ id, name, incidentCount }) => (
          <Button
            key={id}
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/incidents" search={{ stateId: [id] }} {...props} />}
          >
            {texts.removal.showIn(incidentCount, name)}
          </Button>
        ))}
      </Stack>
    </Alert>
  )
}
