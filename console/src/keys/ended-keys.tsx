import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { useId, useState } from 'react'
import { keyTexts } from '../texts/keys.ts'
import { KeyTable } from './key-table.tsx'

/** Table of the expired and revoked API keys. It is hidden until the user presses a button. */
export function EndedKeys({ keys, all }: { keys: ApiKey[]; all: ApiKey[] }) {
  const [areShown, setAreShown] = useState(false)
  const id = useId()
  const Chevron = areShown ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-md"
        mih={32}
        leftSection={<Chevron size={18} aria-hidden />}
        aria-expanded={areShown}
        aria-controls={id}
        onClick={() => setAreShown(!areShown)}
      >
        {areShown ? keyTexts.hideEnded : keyTexts.showEnded(keys.length)}
      </Button>
      <div id={id}>{areShown && <KeyTable label={keyTexts.ended} keys={keys} all={all} />}</div>
    </div>
  )
}
