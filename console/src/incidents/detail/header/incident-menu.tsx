import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots, IconHash, IconLink, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../../kit/dialogs/confirm-dialog.tsx'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { incidentTexts } from '../../../texts/incidents.ts'
import { copyLink, copyNumber } from '../../copy-incident.ts'
import type { Origin } from '../../origin/origin.ts'
import { useUndo } from '../../use-undo.ts'
import { useDeleteIncident } from '../mutations.ts'
import { originLink } from '../../origin/origin-link.ts'

interface IncidentMenuProps {
  incident: IncidentResponse
  origin: Origin | undefined
}

/** Menu to copy the link or the number of the incident, and to delete the incident. */
export function IncidentMenu({ incident, origin }: IncidentMenuProps) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.more}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {/* Browsers allow clipboard access only in secure contexts. */}
          {window.isSecureContext && (
            <>
              <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink(incident)}>
                {texts.copyLink}
              </Menu.Item>
              <Menu.Item leftSection={<IconHash size={16} aria-hidden />} onClick={() => void copyNumber(incident)}>
                {texts.copyNumber}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
            {texts.delete.action}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteDialog incident={incident} origin={origin} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteDialog({ incident, origin, onClose }: IncidentMenuProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const { offerRestore } = useUndo()
  const deletion = useDeleteIncident(incident.id, async () => {
    await navigate({ ...originLink(origin), replace: true, ignoreBlocker: true })
    offerRestore(texts.delete.done, incident.id)
  })
  return (
    <ConfirmDialog
      title={texts.delete.title}
      cancel={texts.delete.cancel}
      confirm={texts.delete.confirm}
      isPending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {incidentTexts.nameOf(incident)}
      </Text>
      <Text size="sm">{texts.delete.explanation}</Text>
    </ConfirmDialog>
  )
}
