import { Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { useRoomForSplit } from '../../layouts/use-room-for-split.ts'
import { RunningProgress } from './running-progress.tsx'
import { bulkChangeKey, useRunning } from './use-running.ts'

/** Shows the progress of a running bulk change in a notification, except on the list, whose bar shows it. */
export function useRunningNotice(): void {
  const isRunning = useIsMutating({ mutationKey: bulkChangeKey }) > 0
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const hasRoomForSplit = useRoomForSplit()
  const isList = path === '/incidents' || (path === '/split' && !hasRoomForSplit)
  const isWanted = isRunning && !isList
  useEffect(() => {
    if (!isWanted) return undefined
    const id = notifications.show({
      message: <RunningNotice />,
      autoClose: false,
      withCloseButton: false,
      role: 'region',
      'aria-label': incidentListTexts.bulk.running,
    })
    return () => {
      notifications.hide(id)
    }
  }, [isWanted])
}

function RunningNotice() {
  const running = useRunning()
  return (
    running && (
      <Group gap="xs">
        <RunningProgress {...running} />
      </Group>
    )
  )
}
