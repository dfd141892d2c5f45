import { ActionIcon, Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconKey, IconPencil, IconPlayerPause, IconSend, IconTrash } from '@tabler/icons-react'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useRegainFocusAfter } from '../../kit/forms/use-regain-focus-after.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { webhookTexts } from '../../texts/webhooks.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { nameOf } from '../endpoint-name.ts'
import { pathOf } from '../queries.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { useEndpointChange } from '../use-endpoint-change.ts'
import type { SendTest } from './use-send-test.ts'

const texts = webhookTexts.page

type OpenDialog = 'edit' | 'rotate' | 'delete'

/** Actions in the header of an endpoint's page. A paused endpoint is resumed in the notice below the header. */
export function EndpointActions({ endpoint, test }: { endpoint: WebhookEndpoint; test: SendTest }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const testButton = useRef<HTMLButtonElement>(null)
  useRegainFocusAfter(test.isPending, testButton)
  return (
    <>
      <Button
        ref={testButton}
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {webhookTexts.test.action}
      </Button>
      {endpoint.pausedAt === null && <PauseButton endpoint={endpoint} />}
      <MoreMenu onOpen={setDialog} />
      {dialog === 'edit' && <EditDialog endpoint={endpoint} onClose={close} />}
      <RotateDialog opened={dialog === 'rotate'} endpoint={endpoint} onClose={close} />
      {dialog === 'delete' && <DeleteDialog endpoint={endpoint} onClose={close} />}
    </>
  )
}

function PauseButton({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const pause = useEndpointChange(() => call<WebhookEndpoint>('POST', `${pathOf(id)}/pause`), {
    onSuccess: (endpoint) => notifications.show({ message: texts.paused(nameOf(endpoint)) }),
    onError: (error) => showProblem(texts.pauseFailed, error),
  })
  useRegainFocusAfter(pause.isPending)
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPause size={16} aria-hidden />}
      loading={pause.isPending}
      onClick={() => pause.mutate()}
    >
      {texts.pause}
    </Button>
  )
}

const MoreMenu = ({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <ActionIcon variant="default" size={36} aria-label={texts.more}>
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen('edit')}>
        {texts.edit}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onOpen('rotate')}>
        {webhookTexts.rotate.action}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => onOpen('delete')}>
        {webhookTexts.delete.action}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
