import { Button, Checkbox, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { stateNameMaxLength } from '@tocsin/contract/limits.ts'
import { OrderButtons } from '../../kit/forms/order-buttons.tsx'
import { workflowTexts } from '../../texts/workflow.ts'
import { hasTransition, type State } from '../content.ts'
import { moveState, renameState, setFinal, setInitial, setTransition } from '../draft/edit.ts'
import type { EditingProps } from './editor.tsx'
import { nameViolation } from './name-violation.ts'
import { nameFieldId } from './use-open-state.ts'

const texts = workflowTexts.states

interface StateFieldsProps extends EditingProps {
  state: State
  /** Position of the state in the list of states, from 0. */
  index: number
}

/** Form for one state: name, initial or final, states that may follow, order and removal. */
export function StateFields({ workflow, onEdit, onRemove, announce, state, index }: StateFieldsProps) {
  const { id, name, isFinal } = state
  const isInitial = id === workflow.initialStateId
  return (
    <Stack>
      <TextInput
        id={nameFieldId(id)}
        label={texts.name}
        value={name}
        maxLength={stateNameMaxLength}
        error={nameViolation(workflow, state)}
        onChange={({ currentTarget }) => onEdit(renameState(id, currentTarget.value))}
      />
      <Radio label={texts.initial} checked={isInitial} onChange={() => onEdit(setInitial(id))} />
      <Checkbox
        label={texts.final}
        description={isInitial ? texts.finalOfInitial : undefined}
        checked={isFinal}
        disabled={isInitial}
        onChange={({ currentTarget }) => onEdit(setFinal(id, currentTarget.checked))}
      />
      <NextStates workflow={workflow} state={state} onEdit={onEdit} />
      <Group justify="space-between">
        <Group gap="xs">
          <OrderButtons
            name={name}
            index={index}
            count={workflow.states.length}
            onMove={(step) => onEdit(moveState(id, step))}
            announce={announce}
          />
        </Group>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={texts.removeLabel(name)}
          onClick={() => onRemove(id)}
        >
          {texts.remove}
        </Button>
      </Group>
    </Stack>
  )
}

function NextStates({ workflow, state, onEdit }: Pick<StateFieldsProps, 'workflow' | 'state' | 'onEdit'>) {
  const others = workflow.states.filter(({ id }) => id !== state.id)
  return (
    <Checkbox.Group
      label={texts.next(state.name)}
      value={others.filter(({ id }) => hasTransition(workflow, state.id, id)).map(({ id }) => id)}
      onChange={(ids) =>
        onEdit((before) =>
          others.reduce((after, { id }) => setTransition(state.id, id, ids.includes(id))(after), before),
        )
      }
    >
      {others.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noOthers}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" mt="xs">
        {others.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} styles={{ label: { overflowWrap: 'anywhere' } }} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
