import { Paper, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { liveTexts } from '../texts/live.ts'
import classes from './connection-notice.module.css'
import type { LiveSource } from './live-source.ts'

/**
 * Warns that the page may be outdated, because the connection for live updates is lost. The notice neither covers nor
 * moves other content.
 */
export function ConnectionNotice({ source }: { source: LiveSource }) {
  const isLost = useSyncExternalStore(source.watch, source.isLost)
  return (
    <output className={classes.place}>
      {isLost && (
        <Paper withBorder shadow="md" className={classes.notice}>
          <IconPlugConnectedX size={18} aria-hidden />
          <Text size="sm">{liveTexts.lost}</Text>
        </Paper>
      )}
    </output>
  )
}
