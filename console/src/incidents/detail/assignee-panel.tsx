import { Button, Group } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useRef, type RefObject } from 'react'
import { findStaff } from '../../directory/pickers/queries.ts'
import { RemoteSelect } from '../../directory/pickers/remote-select.tsx'
import { clearButtonProps } from '../../kit/forms/clear-button.ts'
import { useSession } from '../../sessions/session.ts'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import type { Names } from '../../incident-form/names.ts'
import { useAssign } from './mutations.ts'

interface AssigneePanelProps {
  incident: IncidentResponse
  names: Names
  field: RefObject<HTMLInputElement | null>
}

/** Select field for the assignee of the incident, with a button that assigns the incident to the signed-in user. */
export function AssigneePanel({ incident, names, field }: AssigneePanelProps) {
  const { user } = useSession()
  const assign = useAssign(incident.id)
  const { assigneeId } = incident
  const panel = useRef<HTMLElement>(null)
  const assignTo = (id: Uuid | null) => {
    // The pressed control is disabled while saving and may then disappear, so move the focus to the panel that contains
    // it.
    panel.current?.focus()
    assign.mutate(id)
  }
  return (
    <section ref={panel} tabIndex={-1} aria-label={texts.assignee}>
      <Group gap="xs" align="flex-end">
        <RemoteSelect
          ref={field}
          label={texts.assignee}
          placeholder={texts.unassigned}
          flex={1}
          miw={220}
          clearable
          allowDeselect={false}
          clearButtonProps={clearButtonProps(incidentFormTexts.clear(texts.assignee))}
          find={findStaff}
          value={assigneeId}
          names={names}
          disabled={assign.isPending}
          onChoose={assignTo}
        />
        {assigneeId !== user.id && (
          <Button
            variant="default"
            leftSection={<IconUserCheck size={16} aria-hidden />}
            loading={assign.isPending}
            onClick={() => assignTo(user.id)}
          >
            {texts.assignToMe}
          </Button>
        )}
      </Group>
    </section>
  )
}
