import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { keyTexts } from '../texts/keys.ts'
import { CopyField } from './copy-field.tsx'
import type { FreshKey } from './key-dialog.tsx'
import classes from './shown-once.module.css'
import { useCurlLine } from './use-curl-line.ts'

const texts = keyTexts.shown

/** Shows a new API key until the user confirms that the key is stored. The key cannot be shown again. */
export function ShownOnce({ fresh, onStored }: { fresh: FreshKey; onStored: () => void }) {
  const [isStored, setIsStored] = useState(false)
  const curl = useCurlLine(fresh)
  // Block navigation inside the console and warn before the tab closes, because the key would be lost.
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true })
  return (
    <Stack>
      <Alert
        color="orange"
        variant="light"
        title={texts.warningTitle}
        icon={<IconAlertTriangle aria-hidden />}
        classNames={{ title: classes.warning!, icon: classes.warning! }}
      >
        {texts.warning}
      </Alert>
      <CopyField label={texts.key} copyLabel={texts.copyKey} value={fresh.key} isFirst />
      <CopyField label={texts.curl} description={hintFor(fresh)} copyLabel={texts.copyCurl} value={curl ?? ''} />
      {fresh.oldWorksUntil && <Text>{texts.oldKeyUntil(fresh.oldWorksUntil)}</Text>}
      {fresh.oldWorksUntil === null && <Text>{texts.oldKeyEnded}</Text>}
      <Group justify="space-between">
        <Checkbox
          label={texts.stored}
          checked={isStored}
          onChange={(event) => setIsStored(event.currentTarget.checked)}
        />
        <Button disabled={!isStored} onClick={onStored}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  )
}

const hintFor = ({ scopes }: FreshKey): string =>
  texts.curlHint[scopes.includes('write') ? 'write' : scopes.includes('read') ? 'read' : 'webhooks']
