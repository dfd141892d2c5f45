import { Accordion, Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { randomUuid } from '../../browser/random-uuid.ts'
import { withInitial } from '../content.ts'
import { progressOf } from '../progress.ts'
import { StateLabel } from '../state-label.tsx'
import { workflowTexts } from '../../texts/workflow.ts'
import { addState, freeName } from '../draft/edit.ts'
import type { EditingProps } from './editor.tsx'
import { nameViolation } from './name-violation.ts'
import { StateFields } from './state-fields.tsx'

const texts = workflowTexts.states

/**
 * List of the workflow states. The user can expand one state at a time. The list offers all functions of the workflow
 * diagram without a mouse.
 */
export function StateList({
  addButton,
  ...editing
}: EditingProps & { addButton: RefObject<HTMLButtonElement | null> }) {
  const { workflow, incidentCounts, open, onEdit } = editing
  const progress = progressOf(withInitial(workflow))
  const add = () => {
    const id = randomUuid()
    onEdit(addState(id, freeName(workflow, texts.newName)))
    open.focus(id)
  }
  return (
    <section aria-labelledby="workflow-states">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="workflow-states">
          {texts.title}
        </Title>
        <Button ref={addButton} variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {texts.add}
        </Button>
      </Group>
      <Accordion
        variant="contained"
        order={3}
        transitionDuration={0}
        value={open.id ?? null}
        onChange={(id) => open.show(id ?? undefined)}
      >
        {workflow.states.map((state, index) => (
          <Accordion.Item key={state.id} value={state.id}>
            <Accordion.Control mih={56}>
              <Group gap="sm" justify="space-between" pr="xs">
                <StateLabel state={{ name: state.name, progress: progress.get(state.id)! }} />
                {nameViolation(workflow, state) ? (
                  <Badge color="red.9">{nameViolation(workflow, state)}</Badge>
                ) : (
                  <Text size="sm" c="dimmed">
                    {texts.incidents(incidentCounts.get(state.id) ?? 0)}
                  </Text>
                )}
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {state.id === open.id && <StateFields {...editing} state={state} index={index} />}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  )
}
